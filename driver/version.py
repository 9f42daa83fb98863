"""The version of Hashcop: part of every machine fact."""

VERSION = "0.1"
