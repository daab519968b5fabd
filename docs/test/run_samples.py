"""Runs samples one after the other, each as a program of its own, and says how each was answered."""

import contextlib
import io
import json
import sys

for sample in json.load(sys.stdin):
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(sample["code"], sample["id"], "exec"), names)
        answer = names.get("answer")
        told = {"status": answer.status_code if answer else 0, "text": answer.text if answer else ""}
    except Exception as error:
        told = {"status": -1, "text": repr(error)}
    print(json.dumps({"id": sample["id"], **told}))
