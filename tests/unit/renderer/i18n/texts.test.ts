import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { COMMAND_GROUPS } from '../../../../renderer/richtext/feature.ts'
import { schemaProblem } from '../../../../shared/cms/schema-problem.ts'
import { prefetchPhase } from '../../../../shared/prefetch.ts'
import { problemCode } from '../../../../shared/sync/entry.ts'
import { serverProblem } from '../../../../shared/ipc.ts'
import { en as payload } from '@payloadcms/translations/languages/en'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'renderer/i18n/galley')
/** Where keys are named: a rule of `shared` says by one what is wrong, and a window puts it into words. */
const SOURCES = ['renderer', 'shared', 'main', 'preload']
const PARTS = [
  'actions',
  'app',
  'edit',
  'inputs',
  'list',
  'local',
  'locales',
  'lock',
  'preview',
  'relation',
  'rich-text-blocks',
  'rich-text-links',
  'rich-text-lists',
  'rich-text-tables',
  'rich-text-ways',
