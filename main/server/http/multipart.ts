import type { JsonObject } from '../../../shared/json.ts'

/** A file that goes along with a request. */
export type StreamedFile = {
  name: string
  mimeType: string
  /** Exact size in bytes. */
  size: number
  /** Returns the bytes; each call starts over. */
  read: () => AsyncIterable<Uint8Array>
}

/** The part `file` of a form: the file itself, or the server's reference to an uploaded one. */
export type FilePart = { kind: 'bytes'; file: StreamedFile } | { kind: 'reference'; json: JsonObject }

export type FormBody = { contentType: string; read: () => AsyncGenerator<Uint8Array> }

/**
 * The form that Payload expects for a document with a file: `_payload` holds the document, `file` the file. `key`
 * makes the boundary, so that a repeated write is identical.
 */
export function formBody(key: string, payload: JsonObject, part: FilePart): FormBody {
  const boundary = `galley-${key.replaceAll(/[^\w-]/g, '')}`
  const text = new TextEncoder()
  const head = (name: string, more: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const end = text.encode(`\r\n--${boundary}--\r\n`)
  const before = `${head('_payload', '')}${JSON.stringify(payload)}\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    async *read() {
      if (part.kind === 'reference') {
        yield text.encode(before + head('file', '') + JSON.stringify(part.json))
      } else {
        const { name, mimeType } = part.file
        const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream'
        const more = `; filename="${quoted(name)}"\r\nContent-Type: ${type}`
        yield text.encode(before + head('file', more))
        yield* part.file.read()
      }
      yield end
    },
  }
}

/** Escapes a name as browsers do, so that it cannot end the header. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** Bytes as a request body, read as fast as they leave. `onProgress`: how many have been taken so far. */
export function bodyStream(
  read: () => AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void = () => undefined,
): ReadableStream<Uint8Array> {
  const bytes = read()[Symbol.asyncIterator]()
  let taken = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await bytes.next()
        if (next.done) return controller.close()
        taken += next.value.byteLength
        onProgress(taken)
        controller.enqueue(next.value)
      },
      async cancel() {
        await bytes.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}
