"""A client of the live socket of one account. It was written from /asyncapi.json alone, and reads
it when it starts: rows of events are made whole with the defaults that stand there.

It needs Python 3.9 and `websockets` (Debian: python3-websockets). A program imports it:

    trader = Trader("http://localhost:8080", 1001, "Trader-pass1")
    await trader.connect()
    await trader.trade(kind="open", symbol="EURUSD", side="buy", volume="0.1")
    print(trader.positions, trader.orders, trader.money)
"""

import asyncio
import json
import urllib.error
import urllib.request
import uuid

import websockets

FINAL = ("filled", "canceled", "rejected", "expired")
IS_OLD = int(websockets.__version__.split(".")[0]) < 14
HEADERS = "extra_headers" if IS_OLD else "additional_headers"


class Refused(Exception):
    """A refused request: `code` is for programs, the text for people."""

    def __init__(self, answer: dict):
        super().__init__(f"{answer['code']} {answer['message']}")
        self.code, self.data = answer["code"], answer["data"]


class Trader:
    """The account as its socket tells it. `on_change` is called with each change, once."""

    def __init__(self, url: str, login: int, password: str, terminal: str = "desktop"):
        self.url, self.on_change = url, lambda data: None
        self.sign = {"login": login, "password": password, "terminal": terminal}
        self.positions, self.orders, self.money, self.quotes = {}, {}, {}, {}
        self.account_seq = self.last_id = self.gaps = 0
        self.socket = self.tokens = self.resuming = None
        self.waiting: dict = {}
        with urllib.request.urlopen(url + "/asyncapi.json") as answer:
            self.described = json.load(answer)["components"]

    def rest(self, method: str, path: str, body: dict = None):
        """The data of an answer of REST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + "/trader/v1" + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        if self.tokens:
            request.add_header("Authorization", "Bearer " + self.tokens["access_token"])
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as refusal:
            raise Refused(json.load(refusal)) from None

    def renew(self) -> None:
        """Gets new tokens, before `access_expires_at`; the socket stays open."""
        body = {"refresh_token": self.tokens["refresh_token"]}
        self.tokens = self.rest("POST", "/auth/refresh", body)

    async def connect(self) -> None:
        """Opens a socket. The first one begins with a picture of the account, a later one with
        the events that were missed."""
        self.tokens = self.tokens or self.rest("POST", "/auth/login", self.sign)
        headers = {HEADERS: {"Authorization": "Bearer " + self.tokens["access_token"]}}
        url = self.url.replace("http", "ws", 1) + "/trader/v1/socket"
        self.socket = await websockets.connect(
            url, **headers, subprotocols=["brokerd.v1.json"], max_size=None
        )
        self.reading = asyncio.create_task(self.read(self.socket))
        await self.resume()

    def cut(self) -> None:
        """Drops the connection as a lost network does."""
        self.socket.transport.abort()

    async def resume(self) -> None:
        if self.account_seq and (await self.ask("resume", after=self.account_seq))["resumed"]:
            return
        picture = await self.ask("account")
        self.account_seq, self.money = picture["account_seq"], picture["money"]
        self.positions = {row["id"]: row for row in picture["positions"]}
        self.orders = {row["id"]: row for row in picture["orders"]}

    async def ask(self, op: str, **data):
        self.last_id += 1
        number, answer = self.last_id, asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        try:
            await self.socket.send(json.dumps({"id": number, "op": op, "data": data}))
            return await answer
        except websockets.ConnectionClosed as closed:
            raise ConnectionError(str(closed)) from None
        finally:
            del self.waiting[number]

    async def trade(self, **request) -> dict:
        """Makes a trade. After a ConnectionError nobody knows whether it was made: send it again
        with the same `request_id`, which takes effect once."""
        return await self.ask("trade", **{"request_id": str(uuid.uuid4()), **request})

    async def read(self, socket) -> None:
        try:
            async for frame in socket:
                message = json.loads(frame)
                self.event(message) if "event" in message else self.answer(message)
        except websockets.ConnectionClosed:
            pass
        for answer in self.waiting.values():
            if socket is self.socket and not answer.done():
                answer.set_exception(ConnectionError("the socket is closed"))

    def answer(self, message: dict) -> None:
        for change in (message["data"] or {}).get("changes", []):
            self.apply(self.whole(change, self.described["schemas"]["Change"]))
        answer = self.waiting.get(message["id"])
        if answer and message["success"]:
            answer.set_result(message["data"])
        elif answer:
            answer.set_exception(Refused(message))

    def event(self, message: dict) -> None:
        name = message["event"]
        frame = self.whole(message, self.described["messages"]["trader.event." + name]["payload"])
        if "account_seq" in frame:
            self.apply(frame)
        elif name == "account_money" and frame["data"]["account_seq"] >= self.account_seq:
            self.money = frame["data"]
        elif name == "quotes":
            self.quotes.update({symbol: bid for symbol, bid, *_ in frame["data"]})

    def apply(self, change: dict) -> None:
        """Takes an event of the account, or the change in an answer that stands for it."""
        if self.account_seq and change["account_seq"] > self.account_seq + 1:
            self.gaps += 1
            if not self.resuming or self.resuming.done():
                self.resuming = asyncio.create_task(self.resume())
        if change["account_seq"] != self.account_seq + 1:
            return
        self.account_seq, self.money = change["account_seq"], change["data"]["money"]
        for row in change["data"]["orders"]:
            self.orders[row["id"]] = row
            if row["state"] in FINAL:
                del self.orders[row["id"]]
        for row in change["data"]["positions"]:
            self.positions[row["id"]] = row
            if row["closed"]:
                del self.positions[row["id"]]
        self.on_change(change["data"])

    def whole(self, value, schema: dict):
        """The value with the fields that were left out, as the description states them."""
        if "$ref" in schema:
            schema = self.described["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        if isinstance(value, list) and isinstance(schema.get("items"), dict):
            return [self.whole(item, schema["items"]) for item in value]
        if not isinstance(value, dict) or "properties" not in schema:
            return value
        fields = schema["properties"]
        defaults = {name: field["default"] for name, field in fields.items() if "default" in field}
        return {**defaults, **{name: self.whole(value[name], fields[name]) for name in value}}
