"""The colours: our own themes, and the colours of paper and pips for every other theme.

The default palette of the pips keeps a contrast of at least 4.5 on the ivory paper and stays apart under simulated
colour blindness; "classic" is nearer the printed dice. Terminal themes (`ansi-*`) use the terminal's own colours.
"""

from __future__ import annotations

from textual.theme import Theme

KISMET = Theme(
    name="kismet",
    primary="#e0b44c",
    secondary="#8fb8a4",
    accent="#e0b44c",
    warning="#e0b44c",
    error="#ff8a7a",
    success="#8fd3a8",
    foreground="#f1ede0",
    background="#14332d",
    surface="#1b4038",
    panel="#0f2924",
    dark=True,
)
NIGHT = Theme(
    name="kismet-night",
    primary="#d8b45a",
    secondary="#8a8f98",
    accent="#d8b45a",
    warning="#d8b45a",
    error="#ff8a7a",
    success="#8fd3a8",
    foreground="#e6e3da",
    background="#16181c",
    surface="#1e2127",
    panel="#0f1114",
    dark=True,
)
THEMES = (KISMET, NIGHT)

_PIPS = {
    "safe": {"black": "#111111", "red": "#dc0a1e", "green": "#007a84", "blue": "#2337c8"},
    "classic": {"black": "#111111", "red": "#b00020", "green": "#006b3c", "blue": "#1a3ea8"},
}


def variables(theme: Theme, palette: str) -> dict[str, str]:
    """The colours of paper and pips under `theme`."""
    if theme.ansi:
        return {
            "paper": "ansi_default",
            "ink": "ansi_default",
            "ink-faint": "ansi_default",
            "paper-line": "ansi_default",
            "paper-mover": "ansi_default",
            "mark": "ansi_default",
            "pip-black": "ansi_default",
            "pip-red": "ansi_red",
            "pip-green": "ansi_green",
            "pip-blue": "ansi_blue",
        }
    pips = _PIPS.get(palette, _PIPS["safe"])
    return {
        "paper": "#f4f1e8",
        "ink": "#111111",
        "ink-faint": "#6b675c",
        "paper-line": "#b9b3a0",
        "paper-mover": "#fffbe6",
        "mark": "#8a4b00",
        **{f"pip-{name}": colour for name, colour in pips.items()},
    }
