import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ar } from '@payloadcms/translations/languages/ar'
import { en } from '@payloadcms/translations/languages/en'
import { projectFolder } from './electron-path.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../../shared/json.ts'

export type Language = 'en' | 'ar'

/** The name of a control in the present language: a key's whole text, with any variables. */
export type Words = (key: string) => RegExp

const payload = { en, ar }

/**
 * Returns the texts of a language by the keys of the screens: `general:save`, `galley:list.none`.
 * @throws Error where a key has no text
 */
export function wordsIn(language: Language): Words {
  const galley = galleyTexts(language)
  return (key) => {
    const [namespace = '', path = ''] = key.split(':')
    const names = path.split('.')
    const texts = namespace === 'galley' ? galley : own(asJson(payload[language].translations), namespace)
    const text = names.reduce<Json | undefined>(
      (at, name) => (at !== undefined && isPlainJson(at) ? own(at, name) : undefined),
      texts,
    )
    if (typeof text !== 'string') throw new Error(`no text for ${key} in ${language}`)
    return asPattern(text)
  }
}

function galleyTexts(language: Language): JsonObject {
  const folder = join(projectFolder, 'renderer', 'i18n', 'galley', language)
  const parts = readdirSync(folder).map((name) =>
    asJson(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  )
  return Object.assign({}, ...parts)
}

function asJson(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null) throw new Error('no texts')
  return value as JsonObject
}

function asPattern(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^\\s*${parts.join('[\\s\\S]*')}\\s*$`)
}
