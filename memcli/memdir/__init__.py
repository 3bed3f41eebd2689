"""Read a memory directory: its layout, files, frontmatter and index."""
