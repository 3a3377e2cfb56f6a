// Only bloggers download this chunk. `add-to-list.tsx` loads it.

import clsx from 'clsx'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { ListPicker } from './list-picker'
import { Sheet } from '~shared/ui/sheet'

export default function ListButton({ product, className }: { product: ProductCard; className: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('lists.adding.of', { name: product.name })}
        onClick={() => setOpen(true)}
        className={clsx('grid size-11 place-items-center rounded-full transition-[color,scale] active:scale-90', className)}
      >
        <ListPlus aria-hidden className="size-5.5" />
      </button>
      <Sheet open={isOpen} onClose={close} title={t('lists.adding.title')}>
        <ListPicker product={product} onDone={close} />
      </Sheet>
    </>
  )
}
