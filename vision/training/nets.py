"""The networks, built for the engine that runs them.

`cv2.dnn`'s classic engine runs dense 3 × 3 convolutions of stride 1 about five times faster (Winograd, near 90 billion
multiplications a second on one core) than strided, 1 × 1 or large depth-wise ones. So all nets are plain dense 3 × 3
residual nets: sizes halve by max pooling, never by a stride, and the finder's only strided layer is its first.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from vision.around import CHANNELS

FIND_STRIDE = 4
"""Network pixels of the finder's input to one cell of its output."""
FIND_MULTIPLE = 32
"""The finder's input sides must be multiples of this."""


class FindHead:
    """Where things lie in the finder's output channels."""

    OBJECT = 0
    VALUE = slice(1, 7)
    OFFSET = slice(7, 9)
    SHAPE = slice(9, 12)
    ANGLE = slice(12, 14)
    HIDDEN = 14
    COCKED = 15
    COUNT = 16


class ReadHead:
    """Where things lie in the reader's output vector."""

    VALUE = slice(0, 7)
    """No top face, then 1 to 6."""
    COLOUR = slice(7, 13)
    HIDDEN = 13
    COCKED = 14
    UNREADABLE = 15
    CORNERS = slice(16, 24)
    """Where the corners of the crop's nominal square really are, as shares of its half edge."""
    COUNT = 24


def conv(inputs: int, outputs: int, size: int = 3, stride: int = 1, pad: int = 1) -> nn.Sequential:
    """Convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, pad, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):  # type: ignore[misc]
    """Two 3 × 3 convolutions and a way round them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: N × width × H × W; the same shape comes back."""
        return functional.relu(x + self.second(self.first(x)))


def stage(inputs: int, outputs: int, blocks: int) -> nn.Sequential:
    """Half the size, then `blocks` residual blocks."""
    return nn.Sequential(nn.MaxPool2d(2), conv(inputs, outputs), *(Residual(outputs) for _ in range(blocks)))


class Finder(nn.Module):  # type: ignore[misc]
    """Finds top faces: N × 3 × H × W (BGR, 0 to 1) → N × 16 × H/4 × W/4."""

    def __init__(self, widths: tuple[int, int, int, int] = (32, 48, 96, 112)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = conv(3, a, 4, 4, 0)
        self.at4 = Residual(a)
        self.at8 = stage(a, b, 2)
        self.at16 = stage(b, c, 2)
        self.at32 = stage(c, d, 1)
        self.from32, self.mix16 = nn.Conv2d(d, c, 1), conv(c, c)
        self.from16, self.mix8 = nn.Conv2d(c, b, 1), conv(b, b)
        self.from8, self.mix4 = nn.Conv2d(b, a, 1), conv(a, a)
        self.head = nn.Conv2d(a, FindHead.COUNT, 1)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias[FindHead.OBJECT] = -4.0
            self.head.bias[9:11] = 2.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs; see `FindHead`."""
        at4 = self.at4(self.stem(x - 0.5))
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        up16 = self.mix16(at16 + double(self.from32(at32)))
        up8 = self.mix8(at8 + double(self.from16(up16)))
        up4 = self.mix4(at4 + double(self.from8(up8)))
        return self.head(up4)


class Spotter(nn.Module):  # type: ignore[misc]
    """Says where to look: N × 3 × H × W (BGR, 0 to 1) → N × 2 × H/4 × W/4.

    Log odds of a top face's middle, and log of its edge in pixels of the input, where faces are half as wide as the
    finder wants them. It is a tenth of the finder's work for each picture.
    """

    def __init__(self, widths: tuple[int, int, int] = (16, 24, 32)) -> None:
        super().__init__()
        a, b, c = widths
        self.stem = conv(3, a, 4, 4, 0)
        self.at4 = Residual(a)
        self.at8 = stage(a, b, 2)
        self.at16 = stage(b, c, 1)
        self.from16, self.mix8 = nn.Conv2d(c, b, 1), conv(b, b)
        self.from8, self.mix4 = nn.Conv2d(b, a, 1), conv(a, a)
        self.head = nn.Conv2d(a, 2, 1)
        nn.init.normal_(self.head.weight, std=0.01)
        with torch.no_grad():
            self.head.bias[:] = torch.tensor([-4.0, 1.8])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs."""
        at4 = self.at4(self.stem(x - 0.5))
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        up8 = self.mix8(at8 + double(self.from16(at16)))
        up4 = self.mix4(at4 + double(self.from8(up8)))
        return self.head(up4)


def double(x: torch.Tensor) -> torch.Tensor:
    """Twice the size, by repeating."""
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class FaceReader(nn.Module):  # type: ignore[misc]
    """Reads one rectified face: N × 12 × 24 × 24 (BGR, `vision.faces.normalise`, then `folded`) → N × 24."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 48, 96)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            conv(12, a),
            conv(a, b),
            Residual(b),
            stage(b, c, 1),
            stage(c, d, 1),
        )
        self.drop = nn.Dropout(0.1)
        self.head = nn.Conv2d(d, ReadHead.COUNT, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs; see `ReadHead`."""
        return self.head(self.drop(self.body(x))).flatten(1)


class SurveyHead:
    """Where things lie in the surveyor's output vector."""

    PLACE = slice(0, 3)
    """See `vision.around.Place`."""
    VALUE = slice(3, 9)
    """1 to 6, if it is a top."""
    COUNT = 9


class Surveyor(nn.Module):  # type: ignore[misc]
    """Judges what lies round a face: N × 4 × 64 × 64 (`vision.around.inputs`) → N × 9.

    Its body is a finder's way down, and begins with a finder's weights.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (32, 48, 96, 112)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = conv(CHANNELS, a, 4, 4, 0)
        self.at4 = Residual(a)
        self.at8 = stage(a, b, 2)
        self.at16 = stage(b, c, 2)
        self.at32 = stage(c, d, 1)
        self.drop = nn.Dropout(0.1)
        self.head16 = nn.Conv2d(c, SurveyHead.COUNT, 4)
        self.head32 = nn.Conv2d(d, SurveyHead.COUNT, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Raw outputs."""
        at16 = self.at16(self.at8(self.at4(self.stem(x - 0.5))))
        at32 = self.at32(at16)
        return (self.head16(self.drop(at16)) + self.head32(self.drop(at32))).flatten(1)
