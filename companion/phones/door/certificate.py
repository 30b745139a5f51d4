"""The certificate with which the door for phones speaks https."""

import ssl
from pathlib import Path
from typing import NamedTuple


class Certificate(NamedTuple):
    """Two PEM files that fit together."""

    chain: Path
    key: Path


class BadCertificate(Exception):
    """The certificate cannot be used; the message says why."""


def read_certificate(chain: str | None, key: str | None) -> Certificate | None:
    """The certificate of the options `--certificate` and `--key`; None without them. Raises BadCertificate."""
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        has, needs = ("--certificate", "--key") if key is None else ("--key", "--certificate")
        raise BadCertificate(f"{has} needs {needs} as well: the certificate and its private key belong together.")
    certificate = Certificate(Path(chain), Path(key))
    for path in certificate:
        _check_readable(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*certificate, password=lambda: "")
    except (ssl.SSLError, ValueError) as error:  # ValueError: the key is encrypted
        raise BadCertificate(
            f"{chain} and {key} do not fit together: they must be a certificate in PEM and its own private key, "
            "which has no password."
        ) from error
    return certificate


def _check_readable(path: Path) -> None:
    try:
        path.read_bytes()
    except OSError as error:
        raise BadCertificate(f"{path} cannot be read: {error.strerror or error}.") from error
