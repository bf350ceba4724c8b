import { File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon } from 'lucide-react'
import { FILE_FIELD, readPendingFile } from '../../../shared/fields/file/pending-file.ts'
import { own, type JsonObject } from '../../../shared/json.ts'

const ICONS: [start: string, icon: LucideIcon][] = [
  ['image/', FileImage],
  ['video/', FileVideo],
  ['audio/', FileAudio],
  ['text/', FileText],
  ['application/pdf', FileText],
]

/** Returns the icon of a file's type. */
export function fileIcon(data: JsonObject): LucideIcon {
  const type = readPendingFile(own(data, FILE_FIELD))?.mimeType ?? own(data, 'mimeType')
  return ICONS.find(([start]) => typeof type === 'string' && type.startsWith(start))?.[1] ?? File
}
