"""The one exception of the sources."""

from __future__ import annotations


class SourceError(Exception):
    """A source cannot be opened or has been lost; the message is one whole sentence for people, without passwords."""

    def __init__(self, sentence: str, *, final: bool = False) -> None:
        """Say what happened.

        Args:
            sentence: what is wrong and, where possible, what to do.
            final: trying again will not help (the file is no video), so nobody should.
        """
        super().__init__(sentence)
        self.final = final
