import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useExportRefusal } from '../../data/policy.ts'
import { useT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { ExportDialog, type ExportTarget } from './export-dialog.tsx'

/** Exports documents of a list, after a dialog. */
export function useExportList(): {
  /** Returns the item of a menu or a bar. `target` null: nothing to export. */
  itemFor: (target: ExportTarget | null) => MenuItemSpec
  dialog: ReactNode
} {
  const { t } = useT()
  const refusal = useExportRefusal()
  const [target, setTarget] = useState<ExportTarget | null>(null)
  return {
    itemFor: (asked) => ({
      id: 'export',
      label: t('galley:export.open'),
      icon: Download,
      disabledReason: refusal ?? (asked === null ? t('galley:export.nothing') : null),
      onAction: () => setTarget(asked),
    }),
    dialog: target !== null && <ExportDialog target={target} onClose={() => setTarget(null)} />,
  }
}
