"""What strangers send: looked at before any of it is written, unpacked into quarantine, compared with the tree."""
