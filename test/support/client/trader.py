"""A trading program without a person, in Python: its own password, trades with cuts, REST at the end.

Usage: trader.py URL LOGIN MASTER_PASSWORD TRADES SEED. It needs Debian's python3-websockets. What the
socket told must be what REST lists: open positions, working orders, and orders and deals by cursors.
"""

import asyncio
import json
import random
import sys
import urllib.error
import urllib.request
import uuid

import websockets

URL, LOGIN, MASTER, TRADES, SEED = sys.argv[1:6]
API_PASSWORD = 'Program-pass1'
FINAL = {'filled', 'canceled', 'rejected', 'expired'}
chance = random.Random(SEED)


def rest(method, path, body=None, token=None, key=None):
    """The data of an answer; raises SystemExit on a refusal."""
    headers = {'content-type': 'application/json'}
    if token is not None:
        headers['authorization'] = 'Bearer ' + token
    if key is not None:
        headers['idempotency-key'] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + '/trader/v1' + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)['data']
    except urllib.error.HTTPError as refused:
        raise SystemExit(f'{method} {path}: {refused.read().decode()}')


class Program:
    """The account as its socket tells it: ids of positions, working and ended orders, and deals."""

    def __init__(self):
        self.positions, self.working, self.ended, self.deals = set(), set(), [], []
        self.last, self.held, self.cuts, self.number = 0, {}, 0, 0
        desktop = {'login': int(LOGIN), 'password': MASTER, 'terminal': 'desktop'}
        token = rest('POST', '/auth/login', desktop)['access_token']
        passwords = {'current_password': MASTER, 'api_password': API_PASSWORD}
        rest('POST', '/auth/api-password', passwords, token)
        rest('POST', '/auth/logout', None, token)
        signing = {'login': int(LOGIN), 'password': API_PASSWORD, 'terminal': 'api'}
        self.tokens = rest('POST', '/auth/login', {**signing, 'keep_signed_in': True})

    def get(self, path):
        return rest('GET', path, token=self.tokens['access_token'])

    def renew(self):
        """New tokens; the socket stays open."""
        body = {'refresh_token': self.tokens['refresh_token']}
        self.tokens = rest('POST', '/auth/refresh', body, key=str(uuid.uuid4()))

    async def connect(self):
        """A new socket; what was missed comes first."""
        version = tuple(int(part) for part in websockets.version.version.split('.')[:2])
        name = 'extra_headers' if version < (14, 0) else 'additional_headers'
        headers = {'authorization': 'Bearer ' + self.tokens['access_token']}
        url = URL.replace('http', 'ws', 1) + '/trader/v1/socket'
        self.socket = await websockets.connect(url, **{name: headers}, subprotocols=['brokerd.v1.json'])
        answer = await self.ask('resume', {'after': self.last})
        assert answer['data']['resumed'], answer

    async def ask(self, op, data):
        self.number += 1
        await self.socket.send(json.dumps({'id': self.number, 'op': op, 'data': data}))
        while True:
            frame = json.loads(await self.socket.recv())
            if frame.get('id') == self.number and 'event' not in frame:
                for change in (frame.get('data') or {}).get('changes', []):
                    self.take(change)
                return frame
            self.take(frame)

    def take(self, frame):
        """A numbered event: each counts once, and in order."""
        if 'account_seq' not in frame or frame['account_seq'] <= self.last:
            return
        self.held[frame['account_seq']] = frame['data']
        while self.last + 1 in self.held:
            self.last += 1
            self.apply(self.held.pop(self.last))

    def apply(self, data):
        self.deals += [deal['id'] for deal in data.get('deals', [])]
        for order in data.get('orders', []):
            if order['state'] in FINAL:
                self.working.discard(order['id'])
                self.ended.append(order['id'])
            else:
                self.working.add(order['id'])
        for position in data.get('positions', []):
            change = self.positions.discard if position['closed'] else self.positions.add
            change(position['id'])

    def wish(self):
        kind = chance.choice(['open', 'open', 'close', 'pending', 'pending_cancel'])
        if kind == 'close' and self.positions:
            return {'kind': kind, 'position_id': chance.choice(sorted(self.positions))}
        if kind == 'pending_cancel' and self.working:
            return {'kind': kind, 'order_id': chance.choice(sorted(self.working))}
        side = chance.choice(['buy', 'sell'])
        wish = {'symbol': 'EURUSD', 'side': side, 'volume': '0.01'}
        if kind == 'pending':
            price = '0.90000' if side == 'buy' else '1.50000'
            return {**wish, 'kind': kind, 'order_kind': 'limit', 'price': price}
        return {**wish, 'kind': 'open'}

    async def trade(self):
        """One trade; now and then the socket is cut before the answer, and the trade is asked for."""
        trade = {'request_id': str(uuid.UUID(int=chance.getrandbits(128), version=4)), **self.wish()}
        if chance.random() > 0.1:
            answer = await self.ask('trade', trade)
        else:
            self.cuts += 1
            await self.socket.send(json.dumps({'id': 0, 'op': 'trade', 'data': trade}))
            self.socket.transport.abort()
            await self.connect()
            answer = await self.ask('trade_status', {'request_id': trade['request_id']})
            if answer.get('code') == 'not_found':
                answer = await self.ask('trade', trade)
        assert answer['success'] or answer['code'].startswith('trade.'), answer

    def walk(self, path, way):
        """The ids of a list from one end to the other."""
        ids, cursor = [], {'after': 'start', 'before': 'end'}[way]
        while True:
            page = self.get(f'{path}?{way}={cursor}&limit=37')
            ids += [row['id'] for row in page['items']]
            cursor = page[way]
            if not page['items'] and page.get('consistency') != 'projection_pending':
                return ids if way == 'after' else ids[::-1]


async def main():
    program = Program()
    await program.connect()
    for n in range(int(TRADES)):
        await program.trade()
        if n % 100 == 50:
            program.renew()
    await program.ask('resume', {'after': program.last})
    positions = program.get('/positions')
    assert {row['id'] for row in positions} == program.positions
    for row in positions[:20]:
        opening = program.get(f"/orders/{row['id']}")
        assert opening['request_id'] == row['request_id'] != '', row
        made = program.get(f"/history/deals?request_id={row['request_id']}")['items']
        assert [deal['order_id'] for deal in made] == [row['id']], made
    assert {row['id'] for row in program.get('/orders')} == program.working
    for way in ('after', 'before'):
        assert program.walk('/history/deals', way) == program.deals, way
        assert program.walk('/history/orders', way) == program.ended, way
    print(f'{TRADES} trades, {program.cuts} cuts, {len(program.deals)} deals, equal')


asyncio.run(main())
