"""Chat models: anything that answers a chat request."""
