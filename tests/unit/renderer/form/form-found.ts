import type { Step } from './form-world.ts'

const en = { locale: 'en' } as const
const autosave = { do: 'save', ...en, mode: 'autosave' } as const
const pause = { do: 'pause' } as const
const undo = { do: 'undo' } as const
const refresh = { do: 'refresh' } as const
const sent = { do: 'send', fate: 'done' } as const
/** Discards the first entry that waits for a person. */
const discard = { do: 'decide', draw: 0 } as const

const set = (draw: number) => ({ do: 'set', ...en, draw }) as const
const file = (draw: number) => ({ do: 'file', draw }) as const
const rows = (draw: number, other = 0) => ({ do: 'rows', ...en, draw, other }) as const
const theirs = (draw: number) => ({ do: 'theirs', ...en, draw }) as const

/** A part of the server's picture, and another file. */
const [aPart, anotherFile] = [file(0), file(0)]
const [theirTitle, theirFile] = [theirs(0), theirs(945)]

/** A step whose effects are not awaited. */
type Quick = readonly [Step, 'quick']

/**
 * Steps that failed once, minimised (seeds of form-model.test.ts at that time; a seed's meaning changes with the
 * steps).
 */
export const found: Readonly<Record<string, readonly (Step | Quick)[]>> = {
  // -1004421128, of the model: undone before it is sent, an edit is nothing (DM5), and theirs shows.
  'DM5 an undo joins the waiting edit that it takes back, and nothing of both is left to stay': [
    set(0),
    autosave,
    theirTitle,
    undo,
    set(1),
    pause,
    refresh,
  ],
  // -812829466, of the model, the same for a row.
  'DM5 a row that is put back before its removal has left never went, and has what they wrote in it': [
    rows(435),
    pause,
    undo,
    theirs(78),
    rows(0),
    theirTitle,
    autosave,
    sent,
    sent,
  ],
  // 373903445
  'F84 a file that was saved behind a part that was given up for theirs asks': [
    aPart,
    pause,
    anotherFile,
    theirFile,
    sent,
    { do: 'leave' },
    discard,
    sent,
    sent,
    pause,
    undo,
  ],
  // -544322378
  'F84 a file in the draft over a part that was given up for theirs asks': [
    aPart,
    pause,
    anotherFile,
    theirs(161),
    sent,
    discard,
    autosave,
    theirTitle,
    rows(0),
    sent,
    undo,
    sent,
  ],
  // 1258061664
  'F84 a file behind a part that was given up for theirs asks, and what it becomes then is no matter': [
    aPart,
    pause,
    anotherFile,
    { do: 'save', locale: 'de', mode: 'autosave' },
    theirs(273),
    refresh,
    discard,
    sent,
    autosave,
    file(0),
    undo,
    discard,
    file(0),
  ],
  // 11, of the model: the second file goes over the server's result of the part, as the first does.
  'F84 a file over a file over a part that the server has taken unheard goes': [
    aPart,
    pause,
    { do: 'send', fate: 'unknown' },
    anotherFile,
    anotherFile,
    autosave,
    sent,
    sent,
    theirTitle,
    sent,
  ],
  // 648223513
  'SY7 SY14 a part of the picture as it was before a part of it was sent unheard asks': [
    aPart,
    pause,
    { do: 'send', fate: 'failing-unknown' },
    undo,
    aPart,
    set(0),
    sent,
    pause,
    sent,
    discard,
  ],
  // -1054983500, of the model: the form does not know yet that the edit it redoes was given up.
  'SY7 an edit that is given up while it is done again is given up': [
    set(977),
    theirs(350),
    refresh,
    { do: 'leave' },
    undo,
    [discard, 'quick'],
    { do: 'redo' },
  ],
  // 21, of the model: an edit undone after it was sent is below the next file all the same.
  'F84 a file over a part that was taken back after it was sent unheard goes': [
    aPart,
    autosave,
    { do: 'send', fate: 'unknown' },
    undo,
    file(1),
    autosave,
  ],
  // -1517527272, of the model: a row is added among rows of a move that is given up at that moment.
  'SY7 a move that is given up while a row is added is given up': [
    rows(20, 235),
    { do: 'set', locale: 'de', draw: 7 },
    { do: 'theirs', locale: 'de', draw: 134 },
    refresh,
    autosave,
    [discard, 'quick'],
    rows(0),
  ],
  // 42, of the model: a change made by both is one edit, and is undone as one.
  'SY6 a row that both have removed is put back by an undo': [
    rows(463),
    pause,
    undo,
    theirs(375),
    sent,
    rows(0),
    refresh,
  ],
  // 1246044273
  'SY14 a part of a picture does not come back over another picture that was sent since': [
    aPart,
    anotherFile,
    autosave,
    [sent, 'quick'],
    [undo, 'quick'],
    { do: 'redo' },
    undo,
    sent,
  ],
  // -1700407804, of the model: a file may ask about an own one that waits below it.
  'SY14 a file over a part that is kept over theirs goes when it is kept, too': [
    aPart,
    theirs(49),
    { do: 'leave' },
    sent,
    anotherFile,
    { do: 'decide', draw: 874 },
    { do: 'leave' },
    set(0),
    anotherFile,
    { do: 'send', fate: 'unknown' },
  ],
  // -375360253, of the model: the part kept over theirs is in the draft again, unchanged.
  'SY14 a part that an undo has brought back over a file asks for itself': [
    aPart,
    { do: 'save', ...en, mode: 'unpublish' },
    undo,
    aPart,
    set(0),
    pause,
    anotherFile,
    { do: 'save', locale: 'de', mode: 'autosave' },
    undo,
    undo,
    theirTitle,
  ],
  // -77208408, of the model: another user's later edits of a row come with it.
  'DM7 a row that an undo brings back has what they wrote in it, in another language, too': [
    { do: 'theirs', locale: 'de', draw: 22 },
    rows(470, 469),
    refresh,
    undo,
  ],
  // -1246012773, of the model: the move in front of the removal is given up.
  'DM7 a removal that is undone comes back beside the rows that it stood beside': [
    rows(544, 245),
    autosave,
    rows(30, 514),
    { do: 'send', fate: 'refused' },
    discard,
    undo,
  ],
  // 997971485, of the model: a row whose removal was never sent has the other user's edits.
  'DM5 a row whose removal is undone, and then given up, has what they wrote in it': [
    theirs(975),
    rows(747),
    autosave,
    sent,
    undo,
    refresh,
    discard,
  ],
  // 9111: such a row went to the end of its list, together with the one behind it.
  'SY6 a row that is put back with the edits in it stands where it stood, also where they removed the one before it':
    [theirs(765), rows(959, 370), set(708), theirs(92), refresh],
  // 20005, of the model: the edit in the row has arrived, and its removal here was undone; they removed it.
  'SY6 a row that they removed is gone where what was edited in it had arrived unheard': [
    set(341),
    pause,
    { do: 'send', fate: 'failing-unknown' },
    theirs(484),
    rows(363, 673),
    undo,
  ],
}
