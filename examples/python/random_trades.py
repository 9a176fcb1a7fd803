"""Makes random trades, cuts its connection now and then, and holds what it keeps from its socket
against REST: every 25 trades positions, orders and money, at the end orders that ended and deals,
read forward and backward. After a cut it asks what came of the trade that was under way.
It is for a demo account, and needs what trader.py needs:

    /usr/bin/python3 examples/python/random_trades.py --password Trader-pass1 --trades 1000
"""

import argparse
import asyncio
import collections
import random
import uuid
from decimal import Decimal

from trader import FINAL, Refused, Trader

SYMBOLS = ["EURUSD", "GBPUSD", "USDJPY", "XAUUSD"]
KINDS = ["open", "open", "close", "part", "modify", "close_by"]
KINDS += ["pending", "pending_modify", "pending_cancel"]


def opposite(one: dict, by: dict) -> bool:
    return one["symbol"] == by["symbol"] and one["side"] != by["side"]


def some_trade(trader: Trader, points: dict) -> dict:
    """A random request that fits what is open."""
    kind, side = random.choice(KINDS), random.choice(["buy", "sell"])
    symbol, far = random.choice(sorted(trader.quotes)), random.randint(300, 3000)
    positions, orders = list(trader.positions.values()), list(trader.orders.values())
    new = {"symbol": symbol, "side": side, "volume": f"0.0{random.randint(1, 9)}"}

    def off(symbol: str, distance: int) -> str:
        return str(Decimal(trader.quotes[symbol]) + distance * points[symbol])

    if kind == "pending" and len(orders) < 20:
        order_kind = random.choice(["limit", "stop"])
        price = off(symbol, -far if (order_kind == "limit") == (side == "buy") else far)
        return {"kind": kind, **new, "order_kind": order_kind, "price": price}
    if kind == "pending_modify" and orders:
        row = random.choice(orders)
        away = -1 if (row["kind"] == "limit") == (row["side"] == "buy") else 1
        price = Decimal(row["price_order"]) + away * random.randint(1, 50) * points[row["symbol"]]
        return {"kind": kind, "order_id": row["id"], "price": str(price)}
    if kind == "pending_cancel" and orders:
        return {"kind": kind, "order_id": random.choice(orders)["id"]}
    if not positions or (kind in ("open", "pending") and len(positions) < 20):
        return {"kind": "open", **new}
    pairs = [(one, by) for one in positions for by in positions if opposite(one, by)]
    if kind == "close_by" and pairs:
        one, by = random.choice(pairs)
        return {"kind": kind, "position_id": one["id"], "by_position_id": by["id"]}
    row = random.choice(positions)
    way = 1 if row["side"] == "buy" else -1
    if kind == "modify":
        stops = {"sl": off(row["symbol"], -way * far), "tp": off(row["symbol"], way * far)}
        return {"kind": kind, "position_id": row["id"], **({"sl": "0"} if row["sl"] else stops)}
    part = {"volume": "0.01"} if kind == "part" else {}
    return {"kind": "close", "position_id": row["id"], **part}


async def compare(trader: Trader) -> None:
    """Raises unless REST has what the client keeps, field by field, as text."""
    picture = {"account_seq": -1}
    while picture["account_seq"] != trader.account_seq:
        await asyncio.sleep(0)
        if picture["account_seq"] < trader.account_seq:
            picture = trader.rest("GET", "/account")
        else:
            await asyncio.wait_for(trader.ask("resume", after=trader.account_seq), 10)
    for name in ("balance", "credit", "blocked", "swap", "leverage"):
        assert trader.money[name] == picture["money"][name], (name, trader.money, picture["money"])
    for name, schema in (("positions", "EventPosition"), ("orders", "EventOrder")):
        fields = trader.described["schemas"][schema]["properties"]
        kept, read = (
            {row["id"]: [row[field] for field in fields] for row in rows}
            for rows in (getattr(trader, name).values(), picture[name])
        )
        assert kept == read, (name, list(fields), kept, read)


def walk(trader: Trader, path: str, cursor: str = "start", way: str = "after") -> tuple:
    """The ids of a list from a cursor on, oldest first, or backward, and the cursor at its end."""
    ids = []
    while True:
        page = trader.rest("GET", f"/history/{path}?{way}={cursor}&limit=100")
        ids += [row["id"] for row in page["items"]]
        cursor = page.get(way, cursor)
        if not page["items"] and page.get("consistency") != "projection_pending":
            return ids, cursor


async def subscribe(trader: Trader) -> None:
    answer = await trader.ask("subscribe", channel="quotes", symbols=SYMBOLS)
    trader.quotes.update({symbol: bid for symbol, bid, *_ in answer["snapshot"]})


async def main(given: argparse.Namespace) -> None:
    random.seed(given.seed)
    trader = Trader(given.url, given.login, given.password, given.terminal)
    told = {"orders": [], "deals": []}

    def note(change: dict) -> None:
        told["orders"] += [row["id"] for row in change["orders"] if row["state"] in FINAL]
        told["deals"] += [row["id"] for row in change["deals"]]

    trader.on_change = note
    await trader.connect()
    await subscribe(trader)
    before = {path: walk(trader, path) for path in told}
    offered = trader.rest("GET", "/symbols?fields=name,digits")
    points = {row["name"]: Decimal(1).scaleb(-row["digits"]) for row in offered}
    counts, cuts, statuses = collections.Counter(), 0, 0
    for number in range(1, given.trades + 1):
        request = {"request_id": str(uuid.uuid4()), **some_trade(trader, points)}
        if number % 20 == 10:
            under_way = asyncio.create_task(trader.trade(**request))
            await asyncio.sleep(random.choice([0, 0.005]))
            trader.cut()
            await asyncio.gather(under_way, return_exceptions=True)
            symbol = random.choice(sorted(trader.quotes))
            missed = {"kind": "open", "symbol": symbol, "side": "buy", "volume": "0.01"}
            missed["request_id"] = str(uuid.uuid4())
            trader.rest("POST", "/trades", missed)
            await trader.connect()
            await subscribe(trader)
            cuts += 1
        try:
            made = await trader.trade(**request)
            outcome = made["status"]
            if number % 20 == 10:
                known = await trader.ask("trade_status", request_id=request["request_id"])
                for field in ("status", "order_id", "deal_ids", "position_id"):
                    assert known[field] == made[field], (field, known, made)
                statuses += 1
        except Refused as refusal:
            outcome = refusal.code
        counts[f"{request['kind']} {outcome}"] += 1
        if number % 100 == 50:
            trader.renew()
        if number % 25 == 0 or number == given.trades:
            await compare(trader)
    for path, (ids, cursor) in before.items():
        new = [one for one in told[path] if one not in ids]
        assert new == walk(trader, path, cursor)[0], path
        assert [*ids, *new] == walk(trader, path, "end", "before")[0][::-1], path
    await trader.socket.close()
    print("\n".join(f"{count:5} {what}" for what, count in sorted(counts.items())))
    sums = f"{cuts} cuts, {trader.gaps} gaps, {len(told['deals'])} deals, {statuses} asked for"
    print(f"{given.trades} trades, {sums}: as REST has them")


if __name__ == "__main__":
    flags = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    flags.add_argument("--url", default="http://localhost:8080")
    flags.add_argument("--login", type=int, default=1001)
    flags.add_argument("--password", required=True)
    flags.add_argument("--terminal", default="desktop", choices=["desktop", "api"])
    flags.add_argument("--trades", type=int, default=1000)
    flags.add_argument("--seed", type=int, default=1)
    asyncio.run(main(flags.parse_args()))
