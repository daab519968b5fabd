"""What the samples use of httpx, on the standard library: for machines that have Python but no httpx."""

import base64
import json as json_module
import urllib.error
import urllib.parse
import urllib.request


class HTTPStatusError(Exception):
    pass


class Response:
    def __init__(self, status_code, headers, content):
        self.status_code = status_code
        self.headers = headers
        self.text = content.decode()

    def json(self):
        return json_module.loads(self.text)

    def raise_for_status(self):
        if self.status_code >= 400:
            raise HTTPStatusError(self.text)
        return self


class Client:
    def __init__(self, base_url="", headers=None, timeout=5):
        self.base_url, self.headers, self.timeout = base_url, headers or {}, timeout

    def request(self, method, url, json=None, headers=None, params=None, content=None, data=None, auth=None):
        sent = {**self.headers, **(headers or {})}
        if params:
            url += "?" + urllib.parse.urlencode(params)
        if json is not None:
            content = json_module.dumps(json).encode()
            sent["Content-Type"] = "application/json"
        if data is not None:
            content = urllib.parse.urlencode(data).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if auth:
            sent["Authorization"] = "Basic " + base64.b64encode(":".join(auth).encode()).decode()
        if isinstance(content, str):
            content = content.encode()
        # urllib would call bytes without a type a form.
        if content is not None:
            sent.setdefault("Content-Type", "application/octet-stream")
        request = urllib.request.Request(self.base_url + url, data=content, headers=sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                return Response(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Response(error.code, error.headers, error.read())

    def get(self, url, **more):
        return self.request("GET", url, **more)

    def head(self, url, **more):
        return self.request("HEAD", url, **more)

    def post(self, url, **more):
        return self.request("POST", url, **more)

    def put(self, url, **more):
        return self.request("PUT", url, **more)

    def patch(self, url, **more):
        return self.request("PATCH", url, **more)

    def delete(self, url, **more):
        return self.request("DELETE", url, **more)


def put(url, **more):
    return Client(timeout=30).put(url, **more)
