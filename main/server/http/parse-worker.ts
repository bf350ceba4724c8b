import { parentPort } from 'node:worker_threads'
import { isJson } from '../../../shared/json.ts'
import { jsonPieces, PIECE, type JsonPiece } from '../../../shared/json-pieces.ts'
import { withheld } from '../../store/tables/credentials.ts'
import type { FromParser, Taker, ToParser } from './parse-json.ts'

/** Entry of the worker that reads large answers of the server. */

class Body {
  readonly decoder = new TextDecoder()
  text = ''
  pieces: Generator<JsonPiece> | null = null
}

const bodies = new Map<number, Body>()
const port = parentPort
if (!port) throw new Error('The parser runs as a worker thread')

const answer = (message: FromParser): void => port.postMessage(message)

port.on('message', (message: ToParser) => {
  const { id } = message
  const body = bodies.get(id) ?? new Body()
  bodies.set(id, body)
  switch (message.type) {
    case 'part':
      body.text += body.decoder.decode(message.bytes, { stream: true })
      break
    case 'end':
      body.pieces = parse(body, message.for)
      if (body.pieces === null) {
        bodies.delete(id)
        answer({ id, type: 'not-json' })
      } else giveNext(id, body.pieces)
      break
    case 'next':
      if (body.pieces !== null) giveNext(id, body.pieces)
      break
    case 'drop':
      bodies.delete(id)
      break
  }
})

function parse(body: Body, taker: Taker): Generator<JsonPiece> | null {
  try {
    const value: unknown = JSON.parse(body.text + body.decoder.decode())
    body.text = ''
    if (!isJson(value)) return null
    return jsonPieces(taker === 'main' ? value : withheld(value, taker.window.ofAccount), PIECE)
  } catch {
    return null
  }
}

function giveNext(id: number, pieces: Generator<JsonPiece>): void {
  const next = pieces.next()
  if (!next.done) {
    answer({ id, type: 'piece', piece: next.value })
    return
  }
  bodies.delete(id)
  answer({ id, type: 'done' })
}
