"""Train the networks: first on rendered scenes, then on photographs too.

python -m tools.photos.train KIND WORK NETWORK STAGE EFFORT

NETWORK is detector or classifier, STAGE is 1 or 2. Stage 1 sees rendered scenes only. Its networks find the poses of
the tiles in the photographs (poses.py), which stage 2 adds. A stopped run continues from its last checkpoint.
"""

import argparse
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

from tools.photos import networks, render
from tools.photos.kinds import KINDS, Kind
from tools.photos.samples import Crops, Patches, Samples

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stage:
    """One run of training."""

    steps: int
    schedule: int  # steps in which the learning rate would fall to 0
    rate: float  # highest learning rate, after the warm-up
    parts: range  # of the rendered scenes
    photos: float  # share of samples from photographs
    seed: int


@dataclass(frozen=True)
class Task:
    """How one network is trained."""

    network: Callable[[], nn.Module]
    samples: type[Samples]
    loss: Callable[[Tensor, list[Tensor]], Tensor]
    batch: int
    decay: float
    stages: tuple[Stage, Stage]


def detector_loss(output: Tensor, truth: list[Tensor]) -> Tensor:
    """Focal loss of the heat, and at the tiles the errors of pose, quad and classes."""
    maps, values, classes = truth
    heat, counted, inside, with_quad = maps.unbind(1)
    chance = torch.sigmoid(output[:, networks.HEAT]).clamp(1e-4, 1 - 1e-4)
    centre = (heat > 0.999).float()
    found = centre * (1 - chance) ** 2 * chance.log()
    phantom = (1 - centre) * counted * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    loss = -(found + phantom).sum() / centre.sum().clamp(min=1)
    cells = inside.sum().clamp(min=1)
    errors = (output[:, 1:12] - values).abs()
    loss += 0.15 * (errors[:, 0:2].sum(1) * inside).sum() / cells + 0.5 * (errors[:, 2] * inside).sum() / cells
    loss += 0.5 * (((output[:, networks.ANGLE] - values[:, 3:5]) ** 2).sum(1) * inside).sum() / cells
    loss += 0.1 * (errors[:, 5:11].sum(1) * with_quad).sum() / with_quad.sum().clamp(min=1)
    tile = inside > 0
    at_tiles = output.permute(0, 2, 3, 1)[tile]
    for channels, wanted, weight in ((networks.NUMBER, classes[:, 0], 0.5), (networks.COLOUR, classes[:, 1], 0.4)):
        target = wanted[tile]
        total = functional.cross_entropy(at_tiles[:, channels], target, ignore_index=-1, reduction="sum")
        loss += weight * total / (target >= 0).sum().clamp(min=1)
    return loss


def classifier_loss(output: Tensor, truth: list[Tensor]) -> Tensor:
    """Cross-entropy of number, colour and orientation."""
    number, colour, flipped = truth
    loss = functional.cross_entropy(output[:, networks.CROP_NUMBER], number, label_smoothing=0.02)
    total = functional.cross_entropy(output[:, networks.CROP_COLOUR], colour, ignore_index=-1, reduction="sum")
    loss += 0.5 * total / (colour >= 0).sum().clamp(min=1)
    known = flipped >= 0
    turned = functional.binary_cross_entropy_with_logits(output[:, networks.CROP_FLIPPED][known], flipped[known])
    return loss + 0.2 * turned


TASKS = {
    "detector": Task(
        networks.Detector, Patches, detector_loss, 8, 1e-3,
        (Stage(2000, 4000, 2e-3, range(4), 0, 11), Stage(5000, 5000, 1.2e-3, range(12), 0.3, 12)),
    ),
    "classifier": Task(
        networks.Classifier, Crops, classifier_loss, 128, 2e-3,
        (Stage(4000, 6000, 2e-3, range(4), 0, 21), Stage(5500, 5500, 1.5e-3, range(12), 0.25, 22)),
    ),
}  # fmt: skip


def train(kind: Kind, task: Task, stage: Stage, effort: float, work: Path, name: str) -> None:  # noqa: PLR0917
    """Train a network in a stage and write it to the folder `work`."""
    number = task.stages.index(stage) + 1
    out, start = work / f"{name}-{number}.pt", work / f"{name}-1.pt"
    torch.manual_seed(stage.seed)
    steps, schedule = round(stage.steps * effort), stage.schedule * effort
    network = task.network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=stage.rate, weight_decay=task.decay)
    first = 0
    checkpoint = out.with_suffix(".checkpoint")
    if checkpoint.exists():
        state = torch.load(checkpoint)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        first = state["step"]
    elif number > 1:
        network.load_state_dict(torch.load(start))
    rendered = [scene for part in stage.parts for scene in render.load(work / f"scenes-{part}.npz")]
    photos = render.load(work / "photos.npz") if stage.photos else []
    samples = task.samples(stage.seed * 1000 + first, kind.view, rendered, photos, stage.photos)
    batches = iter(DataLoader(samples, batch_size=task.batch, num_workers=1, prefetch_factor=6))
    network = network.to(memory_format=torch.channels_last).train()
    mean, started = 0.0, time.monotonic()
    for step in range(first, steps):
        warm_up, cosine = min(1.0, (step + 1) / 60), 0.5 * (1 + math.cos(math.pi * step / schedule))
        for group in optimizer.param_groups:
            group["lr"] = stage.rate * warm_up * (cosine + 0.01)
        images, *truth = next(batches)
        with torch.autocast("cpu", torch.bfloat16):
            output = network(images.to(memory_format=torch.channels_last))
        loss = task.loss(output.float(), truth)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5)
        optimizer.step()
        mean += (float(loss.detach()) - mean) / (step % 100 + 1)
        if step % 100 == 99:
            log.info("%s step %d loss %.3f seconds %.0f", out.stem, step + 1, mean, time.monotonic() - started)
            mean = 0.0
            state = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1}
            torch.save(state, checkpoint)
    torch.save(network.state_dict(), out)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("work", type=Path, help="the folder with the rendered scenes")
    parser.add_argument("network", choices=TASKS)
    parser.add_argument("stage", type=int, choices=(1, 2))
    parser.add_argument("effort", type=float, help="1 for all steps")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)  # a classifier trains twice as fast
    task = TASKS[arguments.network]
    stage = task.stages[arguments.stage - 1]
    train(KINDS[arguments.kind], task, stage, arguments.effort, arguments.work, arguments.network)


if __name__ == "__main__":
    main()
