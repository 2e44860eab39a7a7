"""Looks the installation over: what a bug report needs, what is wrong, and what to do about it. Nothing private."""
