import type { Mutant } from './mutant.ts'
import { smallMutants } from './small-mutants.ts'

/** One fault each: in what keeps edits safe, then all over the program. */
export const mutants: readonly Mutant[] = [
  {
    name: 'stale-check-off',
    fault: 'the server says that it compared the base, and does not',
    edits: [
      {
        file: 'server/plugin/writes/base-revision.ts',
        find: `if (current === base || timeOf(await alsoCurrent()) === base) return`,
        replace: `if (current !== undefined || timeOf(await alsoCurrent()) === base) return`,
      },
    ],
    findings: ['changed', 'lost'],
  },
  {
    name: 'base-neither-sent-nor-compared',
    fault: 'writes, stubs of rows among them, leave without any check',
    edits: [
      {
        file: 'main/server/send/send-entry.ts',
        find: `...(request.baseUpdatedAt === null ? {} : { 'x-galley-base': request.baseUpdatedAt }),`,
        replace: ``,
      },
      {
        file: 'main/server/send/send-entry.ts',
        find: `if (site.companion.does('base')) return prepared`,
        replace: `if (prepared.request !== null) return prepared`,
      },
    ],
    findings: ['changed', 'lost'],
  },
  {
    name: 'stub-without-revision',
    fault: 'rows go as stubs where there is no revision to check',
    edits: [
      {
        file: 'shared/sync/build-request.ts',
        find: `{ wholeRows: base.updatedAt === null }`,
        replace: `{ wholeRows: false }`,
      },
    ],
  },
  {
    name: 'base-never-refreshed',
    fault: 'what the server has is read, and not kept',
    edits: [
      {
        file: 'shared/sync/record/take-base.ts',
        in: 'take',
        find: `return { record,`,
        replace: `return { record: before === null ? record : { ...record, base: before },`,
      },
    ],
  },
  {
    name: 'answer-is-no-base',
    fault: 'the answer’s revision is not taken over',
    edits: [
      {
        file: 'shared/sync/record/settle-write.ts',
        find: `...revisionAfter(entry, before, answer.data),`,
        replace: `...revisionAfter(entry, before, null),`,
      },
    ],
  },
  {
    name: 'row-order-dropped',
    fault: 'a move of rows is not sent',
    edits: [
      {
        file: 'shared/document/sparse-body.ts',
        in: 'sparse',
        find: `Array.isArray(after) ? after : []`,
        replace: `Array.isArray(after)
          ? after.toSorted((a, b) => ((rowId(a) ?? '') < (rowId(b) ?? '') ? -1 : 1))
          : []`,
      },
    ],
  },
  {
    name: 'new-row-as-stub',
    fault: 'a new row is sent without what it holds',
    edits: [
      {
        file: 'shared/document/sparse-body.ts',
        in: 'sparseRow',
        find: `place?.whole === true || list.brought.has(id)`,
        replace: `place?.whole === true`,
      },
    ],
  },
  {
    name: 'key-changed-between-tries',
    fault: 'what goes again goes under another key',
    edits: [
      {
        file: 'main/store/queue/sending.ts',
        in: 'prepareSend',
        find: `{ entry, request: stored,`,
        replace: `{ entry, request: { ...stored, idempotencyKey: context.newId() },`,
      },
    ],
  },
  {
    name: 'request-not-written-down',
    fault: 'what leaves is not in the database before it leaves',
    edits: [
      {
        file: 'main/store/queue/sending.ts',
        find: `writeRequestOf(db, key, request)`,
        replace: `if (key === '') writeRequestOf(db, key, request)`,
      },
    ],
  },
  {
    name: 'unknown-taken-for-waiting',
    fault: 'after a kill what was under way counts as never sent',
    edits: [
      {
        file: 'main/store/tables/outbox-rows.ts',
        find: `UPDATE outbox SET state = 'unknown' WHERE state = 'sending'`,
        replace: `UPDATE outbox SET state = 'waiting' WHERE state = 'sending'`,
      },
    ],
  },
  {
    name: 'old-request-leaves',
    fault: 'a request leaves although its entry or base has changed since it was built',
    edits: [
      {
        file: 'main/store/queue/sending.ts',
        find: `prepared.get(key) !== madeFrom(head, base)`,
        replace: `key === ''`,
      },
    ],
  },
  {
    name: 'settled-and-kept',
    fault: 'an entry that was sent stays in the outbox',
    edits: [
      {
        file: 'shared/sync/record/settle-write.ts',
        find: `if (isSameWrite(stored, sent)) return replaceEntry(record, sent.key, [])`,
        replace: `if (isSameWrite(stored, sent)) return record`,
      },
    ],
  },
  {
    name: 'draft-in-wrong-locale',
    fault: 'what is typed in one language is journalled for another',
    edits: [
      {
        file: 'main/store/queue/drafts.ts',
        in: 'putDraft',
        find: `resolveIdsIn(db, input.changes)`,
        replace: `resolveIdsIn(
          db,
          input.changes.map((one) => (one.locale === null ? one : { ...one, locale: 'en' })),
        )`,
      },
    ],
  },
  {
    name: 'sent-in-wrong-locale',
    fault: 'an entry leaves in the default language, whatever its own',
    edits: [
      {
        file: 'shared/sync/build-request.ts',
        in: 'localeOf',
        find: `isKnown && locale !== null ? locale : defaultLocale`,
        replace: `isKnown && locale === '' ? locale : defaultLocale`,
      },
    ],
  },
  {
    name: 'mine-silently',
    fault: 'where both changed a value, mine goes over theirs without a question',
    edits: [
      {
        file: 'shared/document/rebase.ts',
        find: `  if (!merged.ok) {
    const { locale, path, to } = change`,
        replace: `  if (!merged.ok) {
    const { locale, path, to } = change
    if (path !== '') return { change: { ...change, from: current }, conflicts: [] }`,
      },
    ],
    soakToo: true,
    findings: ['changed'],
  },
  {
    name: 'theirs-silently',
    fault: 'where both changed a value, mine is dropped without a question',
    edits: [
      {
        file: 'shared/document/rebase.ts',
        find: `  if (!merged.ok) {
    const { locale, path, to } = change`,
        replace: `  if (!merged.ok) {
    const { locale, path, to } = change
    if (path !== '') return { change: null, conflicts: [] }`,
      },
    ],
    soakToo: true,
    findings: ['lost'],
  },
  {
    name: 'their-rows-dropped',
    fault: 'rows that somebody else added go with the next save here',
    edits: [
      {
        file: 'shared/document/merge-ids.ts',
        find: `theirs.filter((id) => !inBase.has(id) || still.has(id))`,
        replace: `theirs.filter((id) => inBase.has(id) && still.has(id))`,
      },
    ],
    soakToo: true,
    findings: ['changed'],
  },
  {
    name: 'removal-over-their-edit',
    fault: 'a row that was removed here goes with what they wrote in it meanwhile',
    edits: [
      {
        file: 'shared/document/rebase.ts',
        find: `if (isSameRow(inRow, base, theirs, at, under.adjusted)) return []`,
        replace: `if (id !== '' || isSameRow(inRow, base, theirs, at, under.adjusted)) return []`,
      },
    ],
  },
  {
    name: 'row-gone-under-draft',
    fault: 'what is typed in a row that they removed is gone with it',
    edits: [
      {
        file: 'shared/sync/record/put-on-base.ts',
        in: 'withRowsGone',
        find: `if (draft === null) return null`,
        replace: `if (draft === null || draft.savedAt !== '') return draft`,
      },
    ],
  },
  {
    name: 'answer-of-another-write',
    fault: 'the server answers each write with what it answered the first one',
    edits: [
      {
        file: 'server/plugin/idempotency/kept-keys.ts',
        in: 'nameOf',
        find: `key: digits(key, 40)`,
        replace: `key: digits(key === '' ? key : 'one', 40)`,
      },
      {
        file: 'server/plugin/idempotency/replayable.ts',
        in: 'again',
        find: `before.fingerprint !== (await fingerprint.ofUnread())`,
        replace: `before.fingerprint === '' && before.fingerprint !== (await fingerprint.ofUnread())`,
      },
    ],
    findings: ['lost', 'changed', 'untrue'],
  },
  {
    name: 'document-of-another-id',
    fault: 'a document that was not asked for is taken for the one that was',
    edits: [
      {
        file: 'main/server/read/read-documents.ts',
        find: `return ref.kind === 'global' || documentFacts(json).id === ref.id`,
        replace: `return ref.kind === 'global' || documentFacts(json).id !== null`,
      },
    ],
  },
  {
    name: 'keys-not-kept',
    fault: 'the server says that it keeps the key, and does again what comes again under it',
    edits: [
      {
        file: 'server/plugin/idempotency/replayable.ts',
        find: `    if (keyed === null) return handler(req)`,
        replace: `    if (keyed !== null) markApplied(req, 'key')
    if (keyed === null || keyed.fingerprint !== '') return handler(req)`,
      },
    ],
    findings: ['duplicated', 'unexpected'],
  },
  {
    name: 'temporary-id-in-relations',
    fault: 'what refers to a new document keeps its temporary id',
    edits: [
      {
        file: 'main/store/queue/assign-id.ts',
        find: `const changes = entry.changes.map((item) => replaceIdInChange(item, ref.id, real))`,
        replace: `const { changes } = entry`,
      },
    ],
  },
  {
    name: 'reference-leaves-first',
    fault: 'an entry leaves before the document that it refers to has its id',
    edits: [
      {
        file: 'shared/sync/queue.ts',
        find: `return findTempIds(changes.map((item) => (item.kind === 'set' ? item.to : item.added))).filter(
    (id) => id !== ownId,
  )`,
        replace: `return findTempIds(changes.map((item) => (item.kind === 'set' ? item.to : item.added))).filter(
    (id) => id === ownId,
  )`,
      },
    ],
  },
  {
    name: 'joined-over-a-publish',
    fault: 'what is edited after Publish goes out with it',
    edits: [
      {
        file: 'shared/sync/queue.ts',
        find: `if (last.state !== 'waiting' || last.locale !== next.locale || !carriesContent(last.mode)) return null`,
        replace: `if (last.state !== 'waiting' || last.locale !== next.locale) return null
  if (last.mode === 'publish') return 'publish'
  if (!carriesContent(last.mode)) return null`,
      },
    ],
  },
  {
    name: 'publish-over-a-moved-base',
    fault: 'a publish goes out although somebody else has changed the document',
    edits: [
      {
        file: 'shared/sync/queue.ts',
        find: `} else if (foreign && entry.state === 'waiting') {`,
        replace: `} else if (foreign && entry.key === '' && entry.state === 'waiting') {`,
      },
    ],
  },
  {
    name: 'choice-for-another-value',
    fault: 'a side that was chosen is taken for a conflict that came since',
    edits: [
      {
        file: 'shared/sync/record/retry.ts',
        find: `if (shown !== null && !conflicts.every((one) => isAsShown(one, shown))) return still('changed')`,
        replace: ``,
      },
    ],
  },
  {
    name: 'theirs-chosen-mine-sent',
    fault: 'who decides for theirs gets mine',
    edits: [
      {
        file: 'shared/document/resolve-conflicts.ts',
        find: `if (isField) return list.filter((change) => choice === 'mine' || change.path !== conflict.path)`,
        replace: `if (isField) return [...list]`,
      },
    ],
  },
  {
    name: 'undo-takes-theirs',
    fault: 'an undo takes back what somebody else wrote since',
    edits: [
      {
        file: 'shared/document/history.ts',
        find: `if (back === null) return null
  if (!back.whole)`,
        replace: `if (back === null) return { ...change, from: current }
  if (!back.whole)`,
      },
    ],
  },
  {
    name: 'saved-without-comparing',
    fault: 'what the server did not take is called saved',
    edits: [
      {
        file: 'shared/sync/record/judge-answer.ts',
        find: `return judged(data, compare(data))`,
        replace: `return judged(data, notCompared(entry))`,
      },
    ],
  },
  {
    name: 'reset-taken-for-never-left',
    fault: 'a connection that broke counts as a request that never left',
    edits: [
      {
        file: 'shared/sync/never-left.ts',
        find: `  'ECONNREFUSED',`,
        replace: `  'ECONNREFUSED',
  'ECONNRESET',
  'UND_ERR_SOCKET',
  'net::ERR_CONNECTION_RESET',
  'net::ERR_EMPTY_RESPONSE',`,
      },
    ],
  },
  {
    name: 'older-revision-ignored',
    fault: 'revisions are ordered, so that a server that went back in time is not seen',
    edits: [
      {
        file: 'shared/sync/record/take-base.ts',
        in: 'takeBase',
        find: `if (!record.entries.some(isUnmeasured) && isSameBase(before, base))`,
        replace: `if ((before.updatedAt ?? '') > (base.updatedAt ?? '')) return { record: null, result: 'unchanged', ...still }
  if (!record.entries.some(isUnmeasured) && isSameBase(before, base))`,
      },
    ],
  },
  {
    name: 'commit-keeps-the-draft',
    fault: 'a draft stays when it has been queued, and is sent twice',
    edits: [
      {
        file: 'shared/sync/record/commit.ts',
        find: `const record = { ...before, draft: keepsDraft ? draft : withFormContent(null, left, site.now) }`,
        replace: `const record = mode === 'delete' ? { ...before, draft: withFormContent(null, left, site.now) } : before`,
      },
    ],
  },
  {
    name: 'journal-forgets-the-last',
    fault: 'what is typed while the journal is written is not written any more',
    edits: [
      {
        file: 'renderer/form/journal.ts',
        find: `written = Math.max(written, upTo)
    if (written === revision) become`,
        replace: `written = revision
    if (written >= upTo) become`,
      },
    ],
  },
  {
    name: 'file-applied-by-its-name',
    fault: 'a file counts as there where the server has one of its name',
    edits: [
      {
        file: 'shared/sync/record/prepare.ts',
        find: `!hasOwnEffect(entry.mode) && fileOfEntry(entry) === null`,
        replace: `!hasOwnEffect(entry.mode)`,
      },
      {
        file: 'shared/sync/file-request.ts',
        find: `if (wanted === null || is === null || sameJson(is, was)) return false`,
        replace: `if (wanted === null || is === null || was === undefined) return false`,
      },
      {
        file: 'shared/sync/file-request.ts',
        find: `if (wanted.crop === null) return is.filesize === wanted.size`,
        replace: `if (wanted.crop === null) return sameJson(is, is)`,
      },
    ],
  },
  {
    name: 'file-over-theirs',
    fault: 'a file goes over the one that somebody else has put there meanwhile',
    edits: [
      {
        file: 'shared/sync/record/take-base.ts',
        find: `withServerFile(schema.fields, storable(data))`,
        replace: `withServerFile([], storable(data))`,
      },
    ],
  },
  {
    name: 'file-columns-leave',
    fault: 'what the server says of its file leaves without a file',
    edits: [
      {
        file: 'shared/sync/file-request.ts',
        find: `!FILE_COLUMNS.has(name) &&`,
        replace: `!(pending !== null && FILE_COLUMNS.has(name)) &&`,
      },
    ],
  },
  {
    name: 'two-writes-per-document',
    fault: 'a document’s second entry leaves while the first is on its way',
    edits: [
      {
        file: 'renderer/sync/send-loop.ts',
        find: `if (held.has(document) || settledDuringRead.has(document) || inFlight.has(head.key)) continue`,
        replace: `if (inFlight.has(head.key)) continue`,
      },
    ],
  },
  {
    name: 'other-persons-work',
    fault: 'who got the id of somebody who is gone opens their database',
    edits: [
      {
        file: 'main/accounts/identity.ts',
        find: `return Date.parse(known.createdAt) === Date.parse(met.createdAt)`,
        replace: `return known.createdAt !== ''`,
      },
    ],
    integration: ['tests/integration/main-accounts.test.ts'],
  },
  {
    name: 'full-disk-acknowledged',
    fault: 'what the full disk refused is answered as stored',
    edits: [
      {
        file: 'main/store/store.ts',
        find: `      return result
    } catch (error) {
      return fail(error)`,
        replace: `      return result
    } catch (error) {
      if (toStoreError(error).code === 'disk-full') return null as T
      return fail(error)`,
      },
    ],
    soakToo: true,
    often: 'diskFull',
    findings: ['lost'],
  },
  {
    name: 'failed-journal-forgotten',
    fault: 'what could not be journalled is not written any more when there is room again',
    edits: [
      {
        file: 'renderer/form/journal.ts',
        find: `      arm(JOURNAL_RETRY_MS)
      return false`,
        replace: `      written = upTo
      return false`,
      },
    ],
  },
  {
    name: 'companion-believed-for-ever',
    fault: 'a companion that was there once is taken to be there, whatever the answers say',
    edits: [
      {
        file: 'main/server/http/companion.ts',
        find: `else if (answer.status < 300 && answer.replayed === null) shown[what] = false`,
        replace: `else if (answer.status < 100) shown[what] = false`,
      },
    ],
  },
  {
    name: 'uncompared-without-companion',
    fault: 'a write leaves uncompared where there is no companion that would compare',
    edits: [
      {
        file: 'main/server/send/send-entry.ts',
        find: `if (site.companion.does('base')) return prepared`,
        replace: `if (prepared.request !== null) return prepared`,
      },
    ],
    integration: ['tests/integration/main-sending-plain.test.ts'],
    soakToo: true,
    often: 'withoutCompanion',
    findings: ['unexpected'],
  },
  {
    name: 'two-processes',
    fault: 'a second start of the program goes on beside the first',
    edits: [
      {
        file: 'main/index.ts',
        find: `if (!app.requestSingleInstanceLock()) {`,
        replace: `if (!app.requestSingleInstanceLock() && process.argv.length === 0) {`,
      },
    ],
    app: true,
  },
  ...smallMutants,
]
