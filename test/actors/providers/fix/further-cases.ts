// Further cases of the session rules of FIX 4.4, in the form of the acceptance cases.

/** The steps of each case, by what it shows. */
export const FURTHER: Readonly<Record<string, string>> = {
  'a gap fill ahead of its turn waits': `
    logon 30
    > 4 4 36=20 123=Y
    < 2 2 7=2 16=0
    > 0 2 43=Y 122=@
    > 0 3 43=Y 122=@
    ping 20 3 a
    logout 21 4`,
  'numbers are not reset to lower ones': `
    logon 30
    > 4 0 36=1
    < 3 2 45=0 372=4 373=5
    ping 2 3 a
    logout 3 4`,
  'a number that was used ends the session': `
    logon 30
    > 0 2
    > 0 2
    < 5 2
    end`,
  'a length that is too short or too long garbles its message alone': `
    logon 30
    >> 8=FIX.4.4 9=40 35=0 34=2 49=TW 52=@ 56=ISLD 10=000
    ping 2 2 a
    >> 8=FIX.4.4 9=60 35=0 34=3 49=TW 52=@ 56=ISLD 10=000
    ping 3 3 b
    >> 8=FIX.4.4 9=6000 35=0 34=4 49=TW 52=@ 56=ISLD 10=000
    ping 4 4 c
    logout 5 5`,
  'a malformed tag garbles its message whatever the checksum says': `
    logon 30
    >> 8=FIX.4.4 35=0 34=2 49=TW 52=@ 56=ISLD 112x=a
    ping 2 2 a
    logout 3 3`,
  'fields of other messages, formats and counts of groups are checked': `
    logon 30
    > 0 2 41=a
    < 3 2 45=2 371=41 372=0 373=2
    > D 3 11=a 21=1 40=1 54=1 55=A 38=+200.00 60=@
    < 3 3 45=3 371=38 372=D 373=6
    > D 4 11=a 21=1 40=1 54=1 55=A 38=1 60=@ 386=3 336=a 336=b
    < 3 4 45=4 371=386 372=D 373=16
    logout 5 5`,
  'an order that may have come before is taken once': `
    logon 30
    echo D 2 11=a 21=3 40=1 54=1 55=A 60=@
    > D 3 97=Y 11=a 21=3 40=1 54=1 55=A 60=@
    logout 4 3`,
  'both sides miss messages at once': `
    logon 30
    echo D 2 11=a 21=3 40=1 54=1 55=A 60=@
    > 0 5
    < 2 3 7=3 16=0
    > 2 6 7=1 16=0
    < 4 1 43=Y 122=@ 36=2 123=Y
    < D 2 43=Y 122=@ 11=a 21=3 40=1 54=1 55=A 60=@
    < 4 3 43=Y 122=@ 36=4 123=Y
    > 4 3 43=Y 122=@ 36=5 123=Y
    ping 7 4 a
    logout 8 5`,
  'orders alone are sent again one by one': `
    logon 30
    echo D 2 11=a 21=3 40=1 54=1 55=A 60=@
    echo D 3 11=b 21=3 40=1 54=1 55=A 60=@
    > 2 4 7=2 16=3
    < D 2 43=Y 122=@ 11=a 21=3 40=1 54=1 55=A 60=@
    < D 3 43=Y 122=@ 11=b 21=3 40=1 54=1 55=A 60=@
    logout 5 4`,
  'a message that comes again and is rejected is not asked for once more': `
    logon 30
    > D 3 11=b 21=3 40=1 54=1 55=A 60=@
    < 2 2 7=2 16=0
    > D 2 43=Y 122=@ 11=a 21=3 40=w 54=1 55=A 60=@
    < 3 3 45=2 371=40 372=D 373=5
    < D 4 11=b 21=3 40=1 54=1 55=A 60=@
    logout 4 5`,
  'a duplicate that says it was first sent later ends the session': `
    logon 30
    echo D 2 11=a 21=3 40=1 54=1 55=A 60=@
    > D 2 43=Y 122=@+10 11=a 21=3 40=1 54=1 55=A 60=@
    < 3 3 45=2 372=D 373=10
    < 5 4
    > 5 3
    end`,
};
