// Facts of QuickFIX's acceptance cases for acceptors of FIX 4.4: what comes, and what goes.
//
// `>` comes from the peer and `<` is expected from us: type and number, then the other fields. The
// header is filled in; `!56` leaves one of its fields out. `>>` is all of a message in its order.
// `@` is the time of the case, `@-121` so many seconds earlier. `logon 30` is a connection and a
// Logon each way with that interval, `logout 3 2` a Logout each way by these numbers and the end,
// `ping 3 2 A` a test request and its answer, `echo` a message that comes back as it is, and
// `beats 2 5` are Heartbeats with these numbers. `end` is the end of the connection by us. A number
// before is that of the connection. Field 58 is not compared.

/** The steps of each case, by the name that it has in the suite. */
export const CASES: Readonly<Record<string, string>> = {
  '10_MsgSeqNumEqual': `
    logon 30
    > 4 2 36=20 123=Y
    ping 20 2 HELLO
    logout 3 3`,
  '10_MsgSeqNumLess': `
    logon 30
    > 4 1 43=Y 122=@-1 36=20 123=Y
    ping 2 2 HELLO
    > 4 1 36=20 123=Y
    < 5 3
    end`,
  '11a_NewSeqNoGreater': `
    logon 30
    > 4 0 36=25
    ping 25 2 HELLO
    > 4 0 36=50 123=N
    ping 50 3 HELLO
    logout 51 4`,
  '11b_NewSeqNoEqual': `
    logon 30
    > 4 0 36=2
    ping 2 2 HELLO
    > 4 0 36=4 123=N
    ping 4 3 HELLO
    logout 5 4`,
  '13b_UnsolicitedLogoutMessage': `
    logon 30
    logout 2 2`,
  '14a_BadField': `
    logon 2
    > 0 2 999=HI
    < 3 2 45=2 371=999 372=0 373=0
    > 0 3 0=HI
    < 3 3 45=3 371=0 372=0 373=0
    > 0 4 -1=HI
    < 3 4 45=4 371=-1 372=0 373=0
    > 0 5 5000=HI
    < 3 5 45=5 371=5000 372=0 373=0
    logout 6 6`,
  '14b_RequiredFieldMissing': `
    logon 2
    > 0 2 !56
    < 3 2 45=2 371=56 372=0 373=1
    >> 8=FIX.4.4 35=D 49=TW 34=3 56=ISLD 52=@ 40=1 60=@ 54=1 21=3
    < 3 3 45=3 371=11 372=D 373=1
    logout 4 4`,
  '14d_TagSpecifiedWithoutValue': `
    logon 2
    > 0 2 56=
    < 3 2 45=2 371=56 372=0 373=4
    logout 3 3`,
  '14e_IncorrectEnumValue': `
    logon 2
    > D 2 11=ID 21=4 40=1 54=1 38=002000.00 55=INTC 60=@
    < 3 2 45=2 371=21 372=D 373=5
    > D 3 11=ID 21=1 40=1 54=1 38=002000.00 55=INTC 60=@ 167=BOO
    < 3 3 45=3 371=167 372=D 373=5
    > D 4 11=ID 21=1 40=1 54=1 38=002000.00 55=INTC 60=@ 167=CS
    < D 4 11=ID 21=1 38=002000.00 40=1 54=1 55=INTC 60=@ 167=CS
    logout 5 5`,
  '14g_HeaderBodyTrailerFieldsOutOfOrder': `
    logon 2
    >> 8=FIX.4.4 35=D 11=id 21=3 40=1 54=1 55=MSFT 60=@ 34=2 49=TW 52=@ 56=ISLD
    < 3 2 45=2 371=34 372=D 373=14
    >> 8=FIX.4.4 35=D 55=MSFT 34=3 49=TW 52=@ 56=ISLD 11=id 21=3 40=1 54=1 60=@
    < 3 3 45=3 371=34 372=D 373=14
    logout 4 4`,
  '14h_RepeatedTag': `
    logon 2
    > D 2 11=ID 21=1 40=1 40=2 54=1 38=200.00 55=INTC 60=@
    < 3 2 45=2 371=40 372=D 373=13
    logout 3 3`,
  '15_HeaderAndBodyFieldsOrderedDifferently': `
    logon 2
    echo D 2 11=id 21=3 40=1 54=1 55=MSFT 60=@
    >> 8=FIX.4.4 35=D 49=TW 34=3 56=ISLD 52=@ 40=1 55=MSFT 60=@ 54=1 21=3 11=id
    < D 3 11=id 21=3 40=1 54=1 55=MSFT 60=@
    logout 4 4`,
  '19b_PossResendMessageThatHasNotBeenSent': `
    logon 2
    echo D 2 97=Y 11=id 21=3 40=1 54=1 55=MSFT 60=@
    logout 3 3`,
  '1a_ValidLogonMsgSeqNumTooHigh': `
    connect
    > A 5 98=0 108=30
    < A 1 98=0 108=30
    < 2 2 7=1 16=0
    logout 6 3`,
  '1a_ValidLogonWithCorrectMsgSeqNum': `
    logon 30
    logout 2 2`,
  '1c_InvalidSenderCompID': `
    connect
    > A 1 49=WT 98=0 108=30
    end`,
  '1c_InvalidTargetCompID': `
    connect
    > A 1 56=DLSI 98=0 108=30
    end`,
  '1d_InvalidLogonBadSendingTime': `
    connect
    > A 1 52=@-600000000 98=0 108=30
    end
    connect
    > A 1 52=@+600000000 98=0 108=30
    end`,
  '1d_InvalidLogonLengthInvalid': `
    connect
    >> 8=FIX.4.4 9=40 35=A 34=1 49=TW 52=@ 56=ISLD 98=0 108=30
    end`,
  '1d_InvalidLogonWrongBeginString': `
    connect
    > A 1 8=FIX.3.9 98=0 108=30
    end`,
  '1e_NotLogonMessage': `
    connect
    > 0 1 56=DLSI
    end`,
  '21_RepeatingGroupSpecifierWithValueOfZero': `
    logon 2
    > d 2 320=R1 322=1034 323=6 55=TBS 22=8 167=CS 336=ONE_MAIN 58=none 454=0
    < d 2 22=8 55=TBS 167=CS 320=R1 322=1034 323=6 336=ONE_MAIN 454=0
    logout 3 3`,
  '2a_MsgSeqNumCorrect': `
    logon 30
    beats 2 5
    logout 6 2`,
  '2b_MsgSeqNumTooHigh': `
    logon 30
    beats 2 4
    > 0 10
    < 2 2 7=5 16=0
    beats 5 9
    logout 11 3`,
  '2d_GarbledMessage': `
    logon 30
    >> 8=FIX.4.4 9=52 35=0 34=2 4garbled9=TW 52=@ 56=ISLD 10=0
    > 0 2
    >> 8=FIX.4.4 9=81 35=D 34=3 49garbled=TW 52=@ 56=ISLD 11=ID 21=3 40=1 54=1 55=INTC 10=0
    > 0 4
    < 2 2 7=3 16=0
    echo D 3 11=ID 21=3 40=1 54=1 55=INTC 60=@
    logout 5 4`,
  '2e_PossDupAlreadyReceived': `
    logon 30
    > 0 2
    > 0 2 122=@ 43=Y 112=@
    > 0 3
    logout 4 2`,
  '2e_PossDupNotReceived': `
    logon 30
    > 0 2
    > 0 2 122=@ 43=Y
    > 0 3 122=@ 43=Y
    logout 4 2`,
  '2g_PossDupNoOrigSendingTime': `
    logon 30
    echo D 2 11=ID 21=3 40=1 54=1 55=INTC 60=@
    echo D 3 11=ID 21=3 40=1 54=1 55=INTC 60=@
    > D 2 43=Y 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < 3 4 45=2 371=122 372=D 373=1
    ping 4 5 HELLO
    logout 5 6`,
  '2i_BeginStringValueUnexpected': `
    logon 30
    > 1 2 8=FIX.4.1 112=id
    < 5 2
    > 5 3
    end
    logon 30
    > 1 2 8=FIX.4.1 112=id
    < 5 2
    end`,
  '2k_CompIDDoesNotMatchProfile': `
    logon 30
    > D 2 49=WT 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < 3 2 45=2 372=D 373=9
    < 5 3
    > 5 3
    end
    logon 30
    > D 2 56=DLSI 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < 3 2 45=2 372=D 373=9
    < 5 3
    > 5 3
    end
    logon 30
    > D 2 49=WT 56=DLSI 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < 3 2 45=2 372=D 373=9
    < 5 3
    > 5 3
    end`,
  '2o_SendingTimeValueOutOfRange': `
    logon 30
    > 0 2 52=@-121
    < 3 2 45=2 372=0 373=10
    < 5 3
    > 5 3
    end
    logon 30
    > 0 2 52=@+121
    < 3 2 45=2 372=0 373=10
    < 5 3
    > 5 3
    end`,
  '2q_MsgTypeNotValid': `
    logon 30
    > * 2
    < 3 2 45=2 372=* 373=11
    logout 3 3`,
  '2r_UnregisteredMsgType': `
    logon 30
    > 8 2 37=id 17=id 150=0 39=0 55=WLRI 54=1 151=100 14=0 6=0.0
    < j 2 45=2 372=8 380=3
    logout 3 3`,
  '2t_FirstThreeFieldsOutOfOrder': `
    logon 30
    >> 35=0 8=FIX.4.4 9=29 34=2 49=TW 52=@ 56=ISLD 10=121
    ping 2 2 HELLO
    >> 8=FIX.4.4 34=3 35=0 49=TW 52=@ 56=ISLD
    ping 3 3 HELLO
    logout 4 4`,
  '3b_InvalidChecksum': `
    logon 30
    >> 8=FIX.4.4 35=0 34=2 49=TW 52=@ 56=ISLD 10=256
    > 0 2
    >> 8=FIX.4.4 35=D 34=3 49=TW 52=@ 56=ISLD 11=ID 21=3 40=1 54=1 55=INTC 10=256
    > 0 4
    < 2 2 7=3 16=0
    echo D 3 11=ID 21=3 40=1 54=1 55=INTC 60=@
    logout 4 4`,
  '4a_NoDataSentDuringHeartBtInt': `
    logon 6
    < 0 2
    > 0 2
    < 0 3
    > 0 3
    logout 4 4`,
  '4b_ReceivedTestRequest': `
    logon 30
    ping 2 2 HELLO
    logout 3 3`,
  '6_SendTestRequest': `
    logon 6
    < 0 2
    > 0 2
    < 0 3
    < 1 4 112=TEST
    > 0 3 112=TEST
    < 0 5
    > 0 4
    < 0 6
    < 1 7 112=TEST
    end`,
  '7_ReceiveRejectMessage': `
    logon 30
    > 3 2 45=1
    logout 3 2`,
  '8_AdminAndApplicationMessages': `
    logon 30
    ping 2 2 HELLO
    ping 3 3 HELLO
    ping 4 4 HELLO
    echo D 5 11=ID 21=3 40=1 54=1 55=INTC 60=@
    echo D 6 11=ID 21=3 40=1 54=1 55=CDG 60=@
    ping 7 7 HELLO
    ping 8 8 HELLO
    echo D 9 11=ID 21=3 40=1 54=1 55=IVP 60=@
    > 2 10 7=2 16=4
    < 4 2 43=Y 122=@ 36=5 123=Y
    > 2 11 7=2 16=6
    < 4 2 43=Y 122=@ 36=5 123=Y
    < D 5 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < D 6 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=CDG 60=@
    > 2 12 7=2 16=8
    < 4 2 43=Y 122=@ 36=5 123=Y
    < D 5 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < D 6 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=CDG 60=@
    < 4 7 43=Y 122=@ 36=9 123=Y
    > 2 13 7=2 16=9
    < 4 2 43=Y 122=@ 36=5 123=Y
    < D 5 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < D 6 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=CDG 60=@
    < 4 7 43=Y 122=@ 36=9 123=Y
    < D 9 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=IVP 60=@
    > 2 14 7=2 16=0
    < 4 2 43=Y 122=@ 36=5 123=Y
    < D 5 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=INTC 60=@
    < D 6 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=CDG 60=@
    < 4 7 43=Y 122=@ 36=9 123=Y
    < D 9 43=Y 122=@ 11=ID 21=3 40=1 54=1 55=IVP 60=@
    ping 15 10 HELLO
    logout 16 11`,
  '8_OnlyAdminMessages': `
    logon 30
    ping 2 2 HELLO
    ping 3 3 HELLO
    ping 4 4 HELLO
    > 2 5 7=1 16=4
    < 4 1 43=Y 122=@ 36=5 123=Y
    ping 6 5 HELLO
    > 2 5 7=1 16=0
    < 4 1 43=Y 122=@ 36=6 123=Y
    logout 6 6`,
  AlreadyLoggedOn: `
    logon 30
    2connect
    2> A 1 98=0 108=30
    2end
    logout 2 2`,
  ReverseRoute: `
    logon 30
    > D 2 115=JCD 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 2 128=JCD 45=2 371=40 372=D 373=5
    > D 3 128=JCD 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 3 115=JCD 45=3 371=40 372=D 373=5
    > D 4 115=JCD 116=CS 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 4 128=JCD 129=CS 45=4 371=40 372=D 373=5
    > D 5 128=JCD 129=CS 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 5 115=JCD 116=CS 45=5 371=40 372=D 373=5
    > D 6 115=JCD 116=CS 144=CHI 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 6 128=JCD 129=CS 145=CHI 45=6 371=40 372=D 373=5
    > D 7 128=JCD 129=CS 145=CHI 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 7 115=JCD 116=CS 144=CHI 45=7 371=40 372=D 373=5
    logout 8 8`,
  ReverseRouteWithEmptyRoutingTags: `
    logon 30
    > D 2 115= 11=ID 21=3 38=100 40=1 54=1 55=INTC 60=@
    < 3 2 45=2 371=115 372=D 373=4
    > D 3 128= 11=ID 21=3 38=100 40=1 54=1 55=INTC 60=@
    < 3 3 45=3 371=128 372=D 373=4
    > D 4 115=JCD 116= 11=ID 21=3 38=100 40=1 54=1 55=INTC 60=@
    < 3 4 128=JCD 45=4 371=116 372=D 373=4
    > D 5 128=JCD 129= 11=ID 21=3 38=100 40=1 54=1 55=INTC 60=@
    < 3 5 115=JCD 45=5 371=129 372=D 373=4
    > D 6 115=JCD 116=CS 144= 11=ID 21=3 38=100 40=1 54=1 55=INTC 60=@
    < 3 6 128=JCD 129=CS 45=6 371=144 372=D 373=4
    > D 7 128=JCD 129=CS 145= 11=ID 21=3 38=100 40=w 54=1 55=INTC 60=@
    < 3 7 115=JCD 116=CS 45=7 371=145 372=D 373=4
    logout 8 8`,
  SessionReset: `
    logon 30
    beats 2 9
    ping 10 2 1
    > A 1 98=0 108=30 141=Y
    < A 1 98=0 108=30 141=Y
    ping 2 2 1
    logout 3 3`,
};

/** Cases that take many seconds with a real clock. */
export const SLOW: readonly string[] = ['4a_NoDataSentDuringHeartBtInt', '6_SendTestRequest'];
