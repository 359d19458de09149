/** A photograph that came by the phone's share menu: the service worker keeps it until somebody takes it. */
const PATH = new URL("../../../shared-photo", import.meta.url);

export const hasSharedPhoto = async () => Boolean("caches" in globalThis && (await caches.match(PATH)));

/** The photograph, which is then gone. @returns {Promise<File | null>} */
export async function takeSharedPhoto() {
  const found = "caches" in globalThis ? await caches.match(PATH) : undefined;
  if (!found) return null;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(PATH);
  const blob = await found.blob();
  return new File([blob], "photo", { type: blob.type });
}
