import type { FieldTypes } from './field-type.ts'
import { array } from './array/array.ts'
import { blocks } from './blocks/blocks.ts'
import { checkbox } from './checkbox/checkbox.ts'
import { code } from './code/code.ts'
import { collapsible } from './collapsible/collapsible.ts'
import { date } from './date/date.ts'
import { email } from './email/email.ts'
import { file } from './file/file.ts'
import { group } from './group/group.ts'
import { join } from './join/join.ts'
import { json } from './json/json.ts'
import { number } from './number/number.ts'
import { point } from './point/point.ts'
import { radio } from './radio/radio.ts'
import { relationship } from './relationship/relationship.ts'
import { richText } from './richText/rich-text.ts'
import { row } from './row/row.ts'
import { select } from './select/select.ts'
import { tabs } from './tabs/tabs.ts'
import { text } from './text/text.ts'
import { textarea } from './textarea/textarea.ts'
import { ui } from './ui/ui.ts'
import { unknown } from './unknown/unknown.ts'
import { upload } from './upload/upload.ts'

/**
 * All types of fields: one folder and one line each. Code in shared/ does not import the list;
 * callers hand it over.
 */
export const fieldTypes: FieldTypes = {
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
