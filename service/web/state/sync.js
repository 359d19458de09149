/**
 * What the service still has to answer: tasks by name. A task that finds no connection, or an overloaded service, is tried again, after a
 * longer and longer pause, when the connection is back, and when people return to the page. A new task replaces the one of its name.
 *
 * @typedef {(signal: AbortSignal) => Promise<void>} Task
 */
import { ApiError } from "../api.js";

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

class Sync extends EventTarget {
  /** @type {Map<string, Task>} */
  tasks = new Map();
  /** Why the tasks wait; empty if they do not. */
  problem = "";
  pause = FIRST_PAUSE;
  /** @type {{name: string, stop: AbortController} | null} */
  running = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {string} name @param {Task} task */
  put(name, task) {
    this.tasks.delete(name);
    this.tasks.set(name, task);
    if (this.running?.name === name) this.running.stop.abort();
    this.wake();
  }

  /** @param {string} name */
  drop(name) {
    this.tasks.delete(name);
    if (this.running?.name === name) this.running.stop.abort();
  }

  /** Try everything now. */
  async wake() {
    clearTimeout(this.timer);
    if (this.running) return;
    for (let next = this.next(); next; next = this.next()) {
      const [name, task] = next;
      const stop = new AbortController();
      this.running = { name, stop };
      try {
        await task(stop.signal);
        if (this.tasks.get(name) === task) this.tasks.delete(name);
        this.pause = FIRST_PAUSE;
        this.say("");
      } catch (error) {
        if (stop.signal.aborted) continue;
        if (error instanceof ApiError && error.isTemporary) return this.wait(error);
        this.tasks.delete(name);
        this.say(/** @type {Error} */ (error).message);
      } finally {
        this.running = null;
      }
    }
  }

  next() {
    return this.tasks.entries().next().value;
  }

  /** @param {ApiError} error */
  wait(error) {
    this.say(error.message);
    this.timer = setTimeout(() => this.wake(), Math.max(this.pause, error.wait * 1000));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** @param {string} problem */
  say(problem) {
    if (problem === this.problem) return;
    this.problem = problem;
    this.dispatchEvent(new Event("change"));
  }
}

export const sync = new Sync();

const wake = () => {
  sync.pause = FIRST_PAUSE;
  sync.wake();
};
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
