import { array } from '../fields/array/array-field.tsx'
import { blocks } from '../fields/blocks/blocks-field.tsx'
import { checkbox } from '../fields/checkbox/checkbox-field.tsx'
import { code } from '../fields/code/code-field.tsx'
import { collapsible } from '../fields/collapsible/collapsible-field.tsx'
import { date } from '../fields/date/date-field.tsx'
import { email } from '../fields/email/email-field.tsx'
import type { FieldModules } from '../fields/field-module.ts'
import { file } from '../fields/file/file-field.tsx'
import { group } from '../fields/group/group-field.tsx'
import { join } from '../fields/join/join-field.tsx'
import { json } from '../fields/json/json-field.tsx'
import { number } from '../fields/number/number-field.tsx'
import { point } from '../fields/point/point-field.tsx'
import { radio } from '../fields/radio/radio-field.tsx'
import { relationship } from '../fields/relationship/relationship-field.tsx'
import { richText } from '../richtext/field/rich-text-field.tsx'
import { row } from '../fields/row/row-field.tsx'
import { select } from '../fields/select/select-field.tsx'
import { tabs } from '../fields/tabs/tabs-field.tsx'
import { text } from '../fields/text/text-field.tsx'
import { textarea } from '../fields/textarea/textarea-field.tsx'
import { ui } from '../fields/ui/ui-field.tsx'
import { unknown } from '../fields/unknown/unknown-field.tsx'
import { upload } from '../fields/upload/upload-field.tsx'

/** The module of each field type: one folder and one line each. Outside of app/ providers pass them on. */
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
