"""Old games and records as lines of text, for terminals, pipes and screen readers: no colours, no control codes."""
