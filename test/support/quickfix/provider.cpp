// A provider over QuickFIX: session, codec and checks are the library's, only the answers are ours.
// Limit orders below 1 rest; those below 0.5 it does not know any more when they are cancelled.
#include <quickfix/Application.h>
#include <quickfix/MessageCracker.h>
#include <quickfix/FileStore.h>
#include <quickfix/Log.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>
#include <quickfix/Session.h>
#include <quickfix/fix44/MarketDataRequest.h>
#include <quickfix/fix44/MarketDataSnapshotFullRefresh.h>
#include <quickfix/fix44/MarketDataIncrementalRefresh.h>
#include <quickfix/fix44/MarketDataRequestReject.h>
#include <quickfix/fix44/SecurityListRequest.h>
#include <quickfix/fix44/SecurityList.h>
#include <quickfix/fix44/NewOrderSingle.h>
#include <quickfix/fix44/OrderCancelRequest.h>
#include <quickfix/fix44/OrderCancelReject.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/News.h>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
using namespace FIX;
struct App : Application, MessageCracker {
  int n = 0; std::map<std::string, bool> open;
  void onCreate(const SessionID&) {} void onLogout(const SessionID&) {}
  void toAdmin(Message&, const SessionID&) {} void toApp(Message&, const SessionID&) throw(DoNotSend) {}
  void fromAdmin(const Message&, const SessionID&) throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, RejectLogon) {}
  void onLogon(const SessionID& s) { FIX44::News m{Headline("market open")}; FIX44::News::NoLinesOfText g; g.set(Text("hello")); m.addGroup(g); Session::sendToTarget(m, s); }
  void fromApp(const Message& m, const SessionID& s) throw(FieldNotFound, IncorrectDataFormat, IncorrectTagValue, UnsupportedMessageType) { crack(m, s); }
  void onMessage(const FIX44::SecurityListRequest& r, const SessionID& s) {
    SecurityReqID id; r.get(id); FIX44::SecurityList m{id, SecurityResponseID("1"), SecurityRequestResult(0)};
    for (auto x : {"EUR/USD", "GBP/USD"}) { FIX44::SecurityList::NoRelatedSym g; g.set(Symbol(x)); g.set(Currency("USD")); m.addGroup(g); }
    m.set(TotNoRelatedSym(2)); m.set(LastFragment(true)); Session::sendToTarget(m, s); }
  void onMessage(const FIX44::MarketDataRequest& r, const SessionID& s) {
    MDReqID id; r.get(id); FIX44::MarketDataRequest::NoRelatedSym q; r.getGroup(1, q); Symbol sym; q.get(sym);
    if (sym == "BAD") { FIX44::MarketDataRequestReject m{id}; m.set(MDReqRejReason('0')); Session::sendToTarget(m, s); return; }
    FIX44::MarketDataSnapshotFullRefresh m; m.set(id); m.set(sym);
    for (char t : {'0', '1'}) { FIX44::MarketDataSnapshotFullRefresh::NoMDEntries g; g.set(MDEntryType(t)); g.set(MDEntryPx(t == '0' ? 1.1 : 1.1002)); g.set(MDEntrySize(1e6)); m.addGroup(g); }
    Session::sendToTarget(m, s);
    const char* c = getenv("TICKS"); for (int i = 0, N = c ? atoi(c) : 3; i < N; i++) { FIX44::MarketDataIncrementalRefresh x; x.set(id);
      FIX44::MarketDataIncrementalRefresh::NoMDEntries g; g.set(MDUpdateAction('1')); g.set(MDEntryType('0')); g.set(MDEntryID("b1")); g.set(sym); g.set(MDEntryPx(1.1 + i % 10 * 1e-5)); g.set(MDEntrySize(1e6)); x.addGroup(g); Session::sendToTarget(x, s); } }
  void er(const SessionID& s, const ClOrdID& c, char et, char os, double q, double cum, double px, const Symbol& sy, const Side& si) {
    FIX44::ExecutionReport m{OrderID("O" + c.getValue()), ExecID("E" + std::to_string(++n)), ExecType(et), OrdStatus(os), si, LeavesQty(os == '0' ? q : 0), CumQty(cum), AvgPx(cum > 0 ? px : 0)};
    m.set(c); m.set(sy); m.set(OrderQty(q)); if (et == 'F') { m.set(LastQty(q)); m.set(LastPx(px)); } m.set(TransactTime(true)); Session::sendToTarget(m, s); }
  void onMessage(const FIX44::NewOrderSingle& r, const SessionID& s) {
    ClOrdID c; r.get(c); Symbol sy; r.get(sy); Side si; r.get(si); OrderQty q; r.get(q); OrdType t; r.get(t); Price p(1.1); if (r.isSet(p)) r.get(p);
    er(s, c, '0', '0', q, 0, 0, sy, si); if (t == OrdType_LIMIT && p < 1) { if (p > 0.5) open[c] = true; return; } er(s, c, 'F', '2', q, q, p, sy, si); }
  void onMessage(const FIX44::OrderCancelRequest& r, const SessionID& s) {
    ClOrdID c; r.get(c); OrigClOrdID o; r.get(o); Symbol sy; r.get(sy); Side si; r.get(si);
    if (open.erase(o)) { er(s, c, '4', '4', 0, 0, 0, sy, si); return; }
    FIX44::OrderCancelReject m{OrderID("NONE"), c, o, OrdStatus('8'), CxlRejResponseTo('1')}; m.set(CxlRejReason(1)); Session::sendToTarget(m, s); }
};
int main(int, char** a) {
  SessionSettings st(a[1]); App app; FileStoreFactory sf(st); ScreenLogFactory lf(getenv("QUIET") ? false : true, true, true);
  std::string type = st.get().getString("ConnectionType");
  try {
    if (type == "acceptor") { SocketAcceptor x(app, sf, st); if (!getenv("QUIET")) std::cout << "up\n"; x.start(); for (;;) pause(); }
    SocketInitiator x(app, sf, st); x.start(); for (;;) pause();
  } catch (std::exception& e) { std::cerr << e.what() << "\n"; return 1; }
}
