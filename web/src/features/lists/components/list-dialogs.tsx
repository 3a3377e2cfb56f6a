import { useState } from 'react'
import type { ProductList } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { useDeleteList } from '../mutations'
import { ListForm } from './list-form'
import { Sheet } from '~shared/ui/sheet'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; list: ProductList } | null

interface Props {
  open: Open
  close: () => void
  onCreated?: (list: ProductList) => void
  onDelete?: () => void
}

/** Which of the dialogs about lists is open. */
export function useListDialogs() {
  const [open, setOpen] = useState<Open>(null)
  return {
    create: () => setOpen({ kind: 'create' }),
    edit: (list: ProductList) => setOpen({ kind: 'edit', list }),
    delete: (list: ProductList) => setOpen({ kind: 'delete', list }),
    shown: { open, close: () => setOpen(null) },
  }
}

export function ListDialogs({ open, close, onCreated, onDelete }: Props) {
  const t = useT()
  const { mutate: remove } = useDeleteList()
  const list = open && 'list' in open ? open.list : undefined
  const isDeleting = open?.kind === 'delete'
  return (
    <>
      <Sheet open={open !== null && !isDeleting} onClose={close} title={list ? t('lists.edit') : t('lists.new')}>
        <ListForm
          list={list}
          onCancel={close}
          onDone={(written) => {
            close()
            if (!list) onCreated?.(written)
          }}
        />
      </Sheet>
      {/* Asked before and not undone after: a list made anew would have another link than the one that was shared. */}
      <Sheet open={isDeleting} onClose={close} title={t('lists.deleting.title', { name: list?.name ?? '' })}>
        <p className="text-pretty text-muted">{t('lists.deleting.text')}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            size="lg"
            onClick={() => {
              close()
              onDelete?.()
              if (list) remove(list)
            }}
          >
            {t('lists.deleting.submit')}
          </Button>
          <Button look="quiet" size="lg" onClick={close}>
            {t('lists.cancel')}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
