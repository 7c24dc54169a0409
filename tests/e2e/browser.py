"""Chromium without a window: opens pages, presses keys, evaluates scripts.

It is driven over its pipe by the Chrome DevTools Protocol: messages of JSON that end in NUL, on the browser's descriptors 3 and 4.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 30  # seconds


def find():
    """The path of a browser; None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self, path):
        # What it still writes while it ends need not be removed at once.
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.to_browser = os.pipe()
        self.from_browser, answers = os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (commands, answers), path, "--headless", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}", "about:blank"],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.buffer, self.number, self.session, self.events = b"", 0, {}, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.session = {"sessionId": session}
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.session = {}
        self.call("Browser.close")
        self.process.wait(PATIENCE)
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.folder.cleanup()

    def call(self, method, **parameters):
        """The result of a command; what the browser tells meanwhile is kept in events."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **self.session}
        rest = json.dumps(message).encode() + b"\0"
        while rest:
            rest = rest[os.write(self.to_browser, rest):]
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            if not select.select([self.from_browser], [], [], PATIENCE)[0]:
                raise RuntimeError("the browser does not answer")
            more = os.read(self.from_browser, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended; as root it needs --no-sandbox, and it needs a writable /tmp")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def problems(self):
        """What went wrong in the page, and what it asked the network for, since it was opened."""
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                yield event["params"]["exceptionDetails"]["exception"].get("description", "an exception")
            if event["method"] == "Log.entryAdded":
                yield event["params"]["entry"]["text"]
            if event["method"] == "Network.requestWillBeSent" and event["params"]["type"] != "Document":
                yield "asks for " + event["params"]["request"]["url"]

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, script):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description"))
        return result["result"].get("value")

    def press(self, *keys):
        for key in keys:
            text = {"text": key} if len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def printed(self):
        """The page as PDF."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])
