import { RotateCcw } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import * as v from 'valibot'
import { cropArea, croppedSize, FILE_FIELD, type CropArea } from '../../../shared/fields/file/pending-file.ts'
import type { UploadConfig } from '../../../shared/fields/file/upload-config.ts'
import { useForm } from '../../form/form-context.tsx'
import { pathOfDrawer } from '../../form/typed-inputs.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { NumberInput } from '../../ui/number-input/number-input.tsx'
import {
  areaBetween,
  clamp,
  CORNERS,
  isWhole,
  keyStep,
  moveArea,
  moveCorner,
  movePoint,
  WHOLE,
  type Point,
} from './crop-geometry.ts'
import styles from './edit-image.module.css'

type EditImageProps = {
  address: string
  config: UploadConfig
  /** Size of the whole picture, in pixels. */
  width: number
  height: number
  crop: CropArea | null
  focal: Point
  onApply: (edits: { crop: CropArea | null; focal: Point }) => void
  onClose: () => void
}

const heldEdits = v.object({ area: cropArea, focal: v.object({ x: v.number(), y: v.number() }) })

/** Keeps unapplied edits of the dialog with the document's typed input. */
function useHeldEdits() {
  const { inputs } = useForm()
  const [begun] = useState(() => {
    const read = v.safeParse(heldEdits, inputs.drawer(DRAWER))
    return read.success ? read.output : null
  })
  const keep = useCallback(
    (edits: v.InferOutput<typeof heldEdits>) => inputs.setDrawer(DRAWER, edits),
    [inputs],
  )
  return { begun, keep, end: () => inputs.setDrawer(DRAWER, null) }
}

const DRAWER = { path: pathOfDrawer(FILE_FIELD, '#image'), locale: null }

/**
 * The dialog for cropping a picture and setting its focal point, by pointer, keys and numbers. Nothing changes before
 * Apply.
 */
export function EditImage(props: EditImageProps) {
  const { address, config, width, height, onClose, onApply } = props
  const { t } = useT()
  const { begun, keep, end } = useHeldEdits()
  const [area, setArea] = useState<CropArea>(begun?.area ?? props.crop ?? WHOLE)
  const [focal, setFocal] = useState<Point>(begun?.focal ?? props.focal)
  const [first] = useState({ area, focal })
  useEffect(() => {
    if (area !== first.area || focal !== first.focal) keep({ area, focal })
  }, [area, focal, first, keep])
  const close = (): void => {
    end()
    onClose()
  }
  const kept = croppedSize({ width, height }, area) ?? { width, height }

  return (
    <Dialog
      title={t('upload:editImage')}
      size="wide"
      persistent
      onClose={close}
      startAction={
        <Button
          variant="quiet"
          icon={RotateCcw}
          onPress={() => {
            setArea(WHOLE)
            setFocal({ x: 50, y: 50 })
          }}
        >
          {t('galley:upload.reset')}
        </Button>
      }
      actions={
        <>
          <Button onPress={close}>{t('general:cancel')}</Button>
          <Button
            variant="primary"
            onPress={() => {
              end()
              onApply({
                crop: isWhole(area) ? null : area,
                focal: { x: Math.round(focal.x), y: Math.round(focal.y) },
              })
            }}
          >
            {t('general:applyChanges')}
          </Button>
        </>
      }
    >
      <Stage
        address={address}
        config={config}
        area={area}
        focal={focal}
        size={`${kept.width} × ${kept.height}`}
        onArea={setArea}
        onFocal={setFocal}
      />
      {config.crop && <CropNumbers kept={kept} whole={{ width, height }} area={area} onArea={setArea} />}
      {config.focalPoint && <FocalNumbers focal={focal} onFocal={setFocal} />}
    </Dialog>
  )
}

type StageProps = {
  address: string
  config: UploadConfig
  area: CropArea
  focal: Point
  /** Size of the kept part, as text. */
  size: string
  onArea: (area: CropArea) => void
  onFocal: (focal: Point) => void
}

/** The picture with the kept area and the focal point, moved by pointer and keys. */
function Stage({ address, config, area, focal, size, onArea, onFocal }: StageProps) {
  const { t } = useT()
  const picture = useRef<HTMLDivElement>(null)
  const drag = useDrag(picture)
  return (
    <div dir="ltr" className={styles['stage']}>
      <div
        ref={picture}
        className={styles['picture']}
        onPointerDown={
          config.crop
            ? drag(area, (_from, by, now, start) => {
                if (Math.abs(by.x) + Math.abs(by.y) > 1) onArea(areaBetween(start, now))
              })
            : undefined
        }
      >
        <img src={address} alt="" decoding="async" draggable={false} />
        {config.crop && (
          <div className={styles['shade']}>
            <div style={boxStyle(area)} />
          </div>
        )}
        {config.crop && (
          <div className={styles['kept']} style={boxStyle(area)}>
            <button
              type="button"
              className={styles['area']}
              aria-label={t('galley:upload.cropArea', { size })}
              onKeyDown={byKeys((by) => onArea(moveArea(area, by)))}
              onPointerDown={drag(area, (from, by) => onArea(moveArea(from, by)))}
            />
            {CORNERS.map((corner) => (
              <button
                key={corner}
                type="button"
                className={cx(styles['corner'], styles[corner])}
                aria-label={t(`galley:upload.corner.${corner}`, { size })}
                onKeyDown={byKeys((by) => onArea(moveCorner(area, corner, by)))}
                onPointerDown={drag(area, (from, by) => onArea(moveCorner(from, corner, by)))}
              />
            ))}
          </div>
        )}
        {config.focalPoint && (
          <button
            type="button"
            className={styles['focal']}
            style={{ left: `${focal.x}%`, top: `${focal.y}%` }}
            aria-label={t('galley:upload.focalAt', {
              x: Math.round(focal.x),
              y: Math.round(focal.y),
            })}
            onKeyDown={byKeys((by) => onFocal(movePoint(focal, by)))}
            onPointerDown={drag(focal, (from, by) => onFocal(movePoint(from, by)))}
          />
        )}
      </div>
    </div>
  )
}

/** Returns the handler of a press in the picture that follows the pointer. `from`: the value at the press. */
function useDrag(picture: RefObject<HTMLElement | null>) {
  /** Converts a position on the screen to one in the picture. */
  const placeOf = (event: { clientX: number; clientY: number }): Point => {
    const box = picture.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return { x: 0, y: 0 }
    return {
      x: clamp(((event.clientX - box.left) / box.width) * 100, 0, 100),
      y: clamp(((event.clientY - box.top) / box.height) * 100, 0, 100),
    }
  }
  return <T,>(from: T, move: (from: T, by: Point, now: Point, start: Point) => void) =>
    (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      const element = event.currentTarget
      element.focus()
      element.setPointerCapture(event.pointerId)
      const start = placeOf(event)
      const onMove = (next: globalThis.PointerEvent): void => {
        const now = placeOf(next)
        move(from, { x: now.x - start.x, y: now.y - start.y }, now, start)
      }
      const onEnd = (): void => {
        element.removeEventListener('pointermove', onMove)
        element.removeEventListener('pointerup', onEnd)
        element.removeEventListener('pointercancel', onEnd)
      }
      element.addEventListener('pointermove', onMove)
      element.addEventListener('pointerup', onEnd)
      element.addEventListener('pointercancel', onEnd)
    }
}

/** Returns the handler of the arrow keys. */
const byKeys =
  (move: (by: Point) => void) =>
  (event: KeyboardEvent): void => {
    const by = keyStep(event)
    if (by === null) return
    event.preventDefault()
    event.stopPropagation()
    move(by)
  }

type CropNumbersProps = {
  /** Size of the kept part, in pixels. */
  kept: { width: number; height: number }
  /** Size of the whole picture, in pixels. */
  whole: { width: number; height: number }
  area: CropArea
  onArea: (area: CropArea) => void
}

function CropNumbers({ kept, whole, area, onArea }: CropNumbersProps) {
  const { t } = useT()
  return (
    <NumberPair
      title={t('upload:crop')}
      hint={t('upload:cropToolDescription')}
      fields={[
        {
          label: `${t('upload:width')} (px)`,
          value: kept.width,
          least: 1,
          most: whole.width,
          set: (value) => onArea(resized(area, { width: (value / whole.width) * 100 })),
        },
        {
          label: `${t('upload:height')} (px)`,
          value: kept.height,
          least: 1,
          most: whole.height,
          set: (value) => onArea(resized(area, { height: (value / whole.height) * 100 })),
        },
      ]}
    />
  )
}

function FocalNumbers({ focal, onFocal }: { focal: Point; onFocal: (focal: Point) => void }) {
  const { t } = useT()
  return (
    <NumberPair
      title={t('upload:focalPoint')}
      hint={t('upload:focalPointDescription')}
      fields={[
        {
          label: 'X %',
          value: Math.round(focal.x),
          least: 0,
          most: 100,
          set: (x) => onFocal({ ...focal, x: clamp(x, 0, 100) }),
        },
        {
          label: 'Y %',
          value: Math.round(focal.y),
          least: 0,
          most: 100,
          set: (y) => onFocal({ ...focal, y: clamp(y, 0, 100) }),
        },
      ]}
    />
  )
}

type NumberField = {
  label: string
  value: number
  least: number
  most: number
  set: (value: number) => void
}

function NumberPair({ title, hint, fields }: { title: string; hint: string; fields: NumberField[] }) {
  const id = useId()
  return (
    <fieldset className={styles['pair']}>
      <legend>{title}</legend>
      <p>{hint}</p>
      <div className={styles['numbers']}>
        {fields.map(({ label, value, least, most, set }, index) => (
          <div key={label}>
            <label htmlFor={`${id}-${index}`}>{label}</label>
            <NumberInput
              id={`${id}-${index}`}
              value={value}
              min={least}
              max={most}
              onChange={(next) => {
                if (next !== null && next >= least) set(next)
              }}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** Resizes an area from its corner, within the picture. */
function resized(area: CropArea, to: { width?: number; height?: number }): CropArea {
  const width = clamp(to.width ?? area.width, 1, 100)
  const height = clamp(to.height ?? area.height, 1, 100)
  return { width, height, x: Math.min(area.x, 100 - width), y: Math.min(area.y, 100 - height) }
}

function boxStyle({ x, y, width, height }: CropArea) {
  return { left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }
}
