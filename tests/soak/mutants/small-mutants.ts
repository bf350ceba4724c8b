import type { Mutant } from './mutant.ts'

/**
 * Small slips, as anybody makes them: a dropped condition, a wrong variable, an off by one, a missing await. Chosen
 * from the code without looking at the tests.
 */
export const smallMutants: readonly Mutant[] = [
  // The form.
  {
    name: 'commit-stills-the-journal',
    fault: 'what is typed while a commit is under way counts as written with it',
    edits: [
      {
        file: 'renderer/form/journal.ts',
        in: 'createJournal.settled',
        find: `if (written < revision) return`,
        replace: ``,
      },
    ],
  },
  {
    name: 'typed-during-a-refusal',
    fault: 'what is typed while a commit that fails is under way is gone when it comes back',
    edits: [
      {
        file: 'renderer/form/edits.ts',
        in: 'createEdits.takeBack',
        find: `apply(meanwhile)`,
        replace: `void meanwhile`,
      },
    ],
  },
  {
    name: 'older-answer-of-the-site',
    fault: 'an answer of the site’s functions that comes late goes over a newer one',
    edits: [
      {
        file: 'renderer/form/server-rules.ts',
        in: 'createServerRules.now',
        find: `if (own !== question) return`,
        replace: `if (own > question) return`,
      },
    ],
  },
  {
    name: 'id-not-replaced-below',
    fault: 'under the edits of an open form a relation keeps the temporary id',
    edits: [
      {
        file: 'renderer/form/edits.ts',
        in: 'createEdits.replaceId',
        find: `const under = replaceId(edited.below(), from, to)`,
        replace: `const under = edited.below()`,
      },
    ],
  },
  {
    name: 'composition-joins-before',
    fault: 'the first keystroke of an input method joins the burst of before the pause',
    edits: [
      {
        file: 'renderer/form/edits.ts',
        in: 'createSteps.perform',
        find: `composing && wasComposing`,
        replace: `composing`,
      },
    ],
  },
  // Shared code.
  {
    name: 'first-row-forgotten',
    fault: 'a row that I moved behind the first one goes to the front',
    edits: [
      {
        file: 'shared/document/merge-ids.ts',
        in: 'mergeIds',
        find: `before >= 0 && after < 0`,
        replace: `before > 0 && after < 0`,
      },
    ],
  },
  {
    name: 'paragraph-put-back-elsewhere',
    fault: 'a paragraph that one side removed and the other edited comes back in another place',
    edits: [
      {
        file: 'shared/fields/richText/merge-rich-text.ts',
        in: 'putBack',
        find: `base.slice(0, base.indexOf(name))`,
        replace: `base.slice(base.indexOf(name))`,
      },
    ],
  },
  {
    name: 'older-though-translated',
    fault: 'a translation that was made anew since is still called older than its source',
    edits: [
      {
        file: 'shared/document/locale-cells.ts',
        in: 'translationMark',
        find: `!isAsBefore(source, from) && isAsBefore(target, to)`,
        replace: `!isAsBefore(source, from)`,
      },
    ],
  },
  {
    name: 'overwrites-unsaid',
    fault: 'copying a locale over another does not say what it goes over',
    edits: [
      {
        file: 'shared/document/copy-locale.ts',
        in: 'copyOfCell',
        find: `overwrites: !type.isEmpty(field, target)`,
        replace: `overwrites: !type.isEmpty(field, target) && type.isEmpty(field, source)`,
      },
    ],
  },
  // The store.
  {
    name: 'choice-of-another-mine',
    fault: 'a choice counts although what is mine has become another value since it was shown',
    edits: [
      {
        file: 'shared/sync/record/retry.ts',
        in: 'isAsShown',
        find: `sameJson(seen.mine, conflict.mine) &&`,
        replace: ``,
      },
    ],
  },
  {
    name: 'row-given-up-elsewhere',
    fault: 'with a row that is given up goes what another save wrote into it',
    edits: [
      {
        file: 'shared/sync/record/choose.ts',
        in: 'withoutRows',
        find: `settled.group === null || entry.group !== settled.group`,
        replace: `settled.group === null`,
      },
    ],
  },
  {
    name: 'one-locale-called-published',
    fault: 'after a publish of one locale the whole document is called published',
    edits: [
      {
        file: 'shared/sync/record/settle-write.ts',
        in: 'revisionAfter',
        find: `entry.mode === 'publish-locale' && !entry.create ? 'draft' : status`,
        replace: `status`,
      },
    ],
  },
  {
    name: 'unpublished-called-published',
    fault: 'after it was taken off the site a document still counts as published',
    edits: [
      {
        file: 'shared/sync/record/settle-write.ts',
        in: 'revisionAfter',
        find: `entry.mode === 'unpublish' ? false : isPublished(before, status)`,
        replace: `isPublished(before, status)`,
      },
    ],
  },
  {
    name: 'discard-takes-what-was-before',
    fault: 'with an entry goes what the same save queued before it',
    edits: [
      {
        file: 'shared/sync/record/discard.ts',
        in: 'stepOf',
        find: `index > at &&`,
        replace: ``,
      },
    ],
  },
  // Communication with the server.
  {
    name: 'unknown-waits-for-a-lock',
    fault: 'what may have arrived is not looked for while somebody else has the lock',
    edits: [
      {
        file: 'main/server/send/send-entry.ts',
        in: 'waitForLock',
        find: `create || state === 'unknown' ? null`,
        replace: `create ? null`,
      },
    ],
  },
  {
    name: 'creation-repeated-by-the-network',
    fault: 'the network stack may send a creation again by itself',
    edits: [
      {
        file: 'main/server/send/send-entry.ts',
        in: 'ask',
        find: `neverRepeat: entry.create || `,
        replace: `neverRepeat: `,
      },
    ],
  },
  {
    name: 'place-from-the-future',
    fault: 'a file that was put by a clock that was ahead counts as there for as long as that is ahead',
    edits: [
      {
        file: 'main/server/send/client-upload.ts',
        in: 'putWhereTold',
        find: `age >= 0 && age < GOOD_FOR_MS`,
        replace: `age < GOOD_FOR_MS`,
      },
    ],
  },
  {
    name: 'unsettled-forgotten',
    fault: 'what was sent and could not be written down stays “sending” where that fails twice',
    edits: [
      {
        file: 'main/server/send/send-entry.ts',
        in: 'createEntrySender.freeUnsettled',
        find: `unsettled = true`,
        replace: ``,
      },
    ],
  },
  // Rich text.
  {
    name: 'rest-of-a-link-leads-nowhere',
    fault: 'where a part of a link is linked elsewhere, the rest of it loses its address',
    edits: [
      {
        file: 'renderer/richtext/features/links/link-operations.ts',
        in: '$liftOut',
        find: `$createLinkNode(link.getFields())`,
        replace: `$createLinkNode({})`,
      },
    ],
  },
  {
    name: 'new-words-lose-their-format',
    fault: 'a link whose words are changed is not bold any more',
    edits: [
      {
        file: 'renderer/richtext/features/links/link-operations.ts',
        in: '$setText',
        find: `node.setFormat(first.getFormat()).setStyle(first.getStyle())`,
        replace: `node.setStyle(first.getStyle())`,
      },
    ],
  },
  {
    name: 'rows-below-the-first-selected',
    fault: 'rows are inserted beneath the first of the selected ones instead of the last',
    edits: [
      {
        file: 'renderer/richtext/features/tables/table-actions.ts',
        in: '$insertRows',
        find: `where === 'before' ? rect.minRow : rect.maxRow`,
        replace: `rect.minRow`,
      },
    ],
  },
  {
    name: 'address-within-a-word',
    fault: 'an address that is a part of a word becomes a link',
    edits: [
      {
        file: 'renderer/richtext/features/links/auto-link.ts',
        in: '$linkAddresses',
        find: `(index > 0 || !(before instanceof TextNode) || /\\s$/.test(before.getTextContent()))`,
        replace: `(index >= 0 || before === null)`,
      },
    ],
  },
  // Fields.
  {
    name: 'area-of-nothing',
    fault: 'the area of a picture can be made 0 wide',
    edits: [
      {
        file: 'renderer/fields/file/crop-geometry.ts',
        in: 'moveCorner',
        find: `clamp(area.x + by.x, 0, right - LEAST)`,
        replace: `clamp(area.x + by.x, 0, right)`,
      },
    ],
  },
  {
    name: 'one-row-too-few',
    fault: 'a list takes one row less by pasting than it has room for',
    edits: [
      {
        file: 'renderer/fields/rows/use-row-operations.ts',
        in: 'useRowOperations',
        find: `Math.max(0, maxRows - rows.length)`,
        replace: `Math.max(0, maxRows - rows.length - 1)`,
      },
    ],
  },
  {
    name: 'filter-of-the-site-ignored',
    fault: 'a relation offers documents that the site’s own function leaves out',
    edits: [
      {
        file: 'renderer/fields/relation/use-choices.ts',
        in: 'filterFor',
        find: `(filters === null ? undefined : own(filters, slug)) ?? field.filterOptions`,
        replace: `field.filterOptions ?? (filters === null ? undefined : own(filters, slug))`,
      },
    ],
  },
  // Files.
  {
    name: 'new-file-swept',
    fault: 'a file that was just attached, and that nothing refers to yet, is removed',
    edits: [
      {
        file: 'main/files/file-folder.ts',
        in: 'sweep',
        find: `[...owners].filter((id) => !broughtIn.has(id))`,
        replace: `[...owners]`,
      },
    ],
  },
  {
    name: 'half-a-picture-kept',
    fault: 'a picture whose connection broke is kept as far as it came',
    edits: [
      {
        file: 'main/files/picture-folder.ts',
        in: 'openPictureFolder.keeping',
        find: `if (ended && isWhole)`,
        replace: `if (isWhole)`,
      },
    ],
  },
  {
    name: 'changed-file-accepted',
    fault: 'a file that changed while it was copied counts as copied',
    edits: [
      {
        file: 'renderer/data/copy-file.ts',
        in: 'copyFile',
        find: `if (size !== file.size) throw`,
        replace: `if (size > file.size) throw`,
      },
    ],
  },
  // Leases of the companion.
  {
    name: 'takeover-unseen',
    fault: 'a holder does not see that somebody has taken over',
    edits: [
      {
        file: 'server/plugin/leases/lease-rows.ts',
        in: 'isWhole',
        find: `[...chain.map(({ key }) => key), keyAfter(last.token)]`,
        replace: `[...chain.map(({ key }) => key)]`,
      },
    ],
  },
  {
    name: 'beat-after-release',
    fault:
      'a lease is given back while its last sign of life is still being written, which then stays for ever',
    edits: [
      {
        file: 'server/plugin/leases/leases.ts',
        in: 'databaseLeases.release',
        find: `await lastBeat`,
        replace: `void lastBeat`,
      },
    ],
  },
]
