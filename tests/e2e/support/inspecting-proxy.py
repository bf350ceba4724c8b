"""What the inspecting proxy of the tests sees, one JSON object a line, for mitmdump -s."""

import json
import os

seen = open(os.environ["GALLEY_SEEN"], "a", buffering=1)


def note(**what):
    seen.write(json.dumps(what) + "\n")


def request(flow):
    note(kind="request", method=flow.request.method, path=flow.request.path, body=flow.request.get_text(strict=False))


def tls_failed_client(data):
    note(kind="refused", method="", path="", body="")
