"""Games as files: JSON for programs, CSV for spreadsheets, score sheets as HTML and SVG to look at and print."""
