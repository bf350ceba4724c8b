import { array } from './array/array-field.ts'
import { blocks } from './blocks/blocks-field.ts'
import { checkbox } from './checkbox/checkbox-field.tsx'
import { code } from './code/code-field.tsx'
import { collapsible } from './collapsible/collapsible-field.tsx'
import { date } from './date/date-field.tsx'
import { email } from './email/email-field.tsx'
import type { FieldModules } from './field-module.ts'
import { file } from './file/file-field.ts'
import { group } from './group/group-field.tsx'
import { join } from './join/join-field.tsx'
import { json } from './json/json-field.tsx'
import { number } from './number/number-field.tsx'
import { point } from './point/point-field.tsx'
import { radio } from './radio/radio-field.tsx'
import { relationship } from './relationship/relationship-field.tsx'
import { richText } from './richText/rich-text-field.ts'
import { row } from './row/row-field.tsx'
import { select } from './select/select-field.tsx'
import { tabs } from './tabs/tabs-field.tsx'
import { text } from './text/text-field.tsx'
import { textarea } from './textarea/textarea-field.tsx'
import { ui } from './ui/ui-field.tsx'
import { unknown } from './unknown/unknown-field.tsx'
import { upload } from './upload/upload-field.tsx'

/**
 * What is drawn of every type of field: one folder and one line each. Only the composition root and tests import this;
 * everything else is handed the modules.
 */
export const fieldModules: FieldModules = {
  text,
  textarea,
  email,
  code,
  number,
  checkbox,
  date,
  select,
  radio,
  relationship,
  upload,
  file,
  richText,
  json,
  point,
  join,
  unknown,
  array,
  blocks,
  group,
  row,
  collapsible,
  tabs,
  ui,
}
