"""`python -m tui` is `kismet`, for people whose PATH does not know the command."""

import sys

from tui.cli import main

sys.exit(main())
