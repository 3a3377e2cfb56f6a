// Fills the cart on which an operator tries a promo code.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { useParentForm } from '~shared/features/forms/send-form'
import { productQuery } from '~shared/features/catalog/queries'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { AreaField, SelectField } from '~shared/ui/fields'
import { Stepper } from '~shared/ui/choices'
import { type CartLine, MAX_COUNT, addLine, readPasted, setCount, setSize } from './cart-lines'

export function CartPicker() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'lines', control: form.control }).field
  const lines = value as CartLine[]

  /** Adds pasted products to the cart, and returns those that the catalogue does not find. */
  const addAll = async (pasted: { product: string; count: number }[]): Promise<string[]> => {
    const lookups = await Promise.all(
      pasted.map(async ({ product, count }) => {
        const response = await client.query(productQuery(locale, product)).catch(() => null)
        return { product, line: response && { productId: response.data.id, count } }
      }),
    )
    const present = form.getValues('lines') as CartLine[]
    onChange(lookups.reduce((cart, { line }) => (line ? addLine(cart, line) : cart), present))
    return lookups.flatMap(({ product, line }) => (line ? [] : [product]))
  }
  return (
    <div className="grid gap-4">
      <ProductFinder
        ref={ref}
        label={labels.lines ?? 'lines'}
        hint={t('campaigns.promos.try.findHint')}
        error={errorFor('lines')}
        addOf={(name) => t('campaigns.promos.try.addOf', { name })}
        none={t('campaigns.promos.notFound')}
        onAdd={({ id }) => onChange(addLine(lines, { productId: id, count: 1 }))}
      />
      <PasteField onPaste={addAll} />
      <CartLines lines={lines} onChange={onChange} />
    </div>
  )
}

/** A field for a pasted list of products. It then says which lines are not products. */
function PasteField({ onPaste }: { onPaste: (lines: { product: string; count: number }[]) => Promise<string[]> }) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)

  const add = async () => {
    const { lines, unread } = readPasted(text)
    setBusy(true)
    const missing = await onPaste(lines)
    setBusy(false)
    setUnknown([...unread, ...missing])
    setText('')
  }
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-medium">{t('campaigns.promos.try.paste')}</summary>
      <div className="grid justify-items-start gap-3">
        <AreaField
          className="w-full"
          label={t('campaigns.promos.try.list')}
          hint={t('campaigns.promos.try.listHint')}
          error={unknown.length > 0 ? t('campaigns.promos.try.unknown', { lines: unknown.join(', ') }) : undefined}
          rows={3}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button look="secondary" busy={isBusy} disabled={isBusy || text.trim() === ''} onClick={() => void add()}>
          {t('campaigns.promos.try.add')}
        </Button>
      </div>
    </details>
  )
}

interface Props {
  lines: CartLine[]
  onChange: (lines: CartLine[]) => void
}

function CartLines({ lines, onChange }: Props) {
  const { t } = useI18n()
  if (lines.length === 0) return null
  return (
    <ul aria-label={t('campaigns.promos.try.inCart')} className="divide-y divide-line">
      {lines.map((line) => (
        <Line
          key={`${line.productId} ${line.sizeId ?? ''}`}
          line={line}
          onCount={(count) => onChange(setCount(lines, line, count))}
          onSize={(sizeId) => onChange(setSize(lines, line, sizeId))}
        />
      ))}
    </ul>
  )
}

interface LineProps {
  line: CartLine
  onCount: (count: number) => void
  onSize: (sizeId: number | undefined) => void
}

function Line({ line: { productId, sizeId, count }, onCount, onSize }: LineProps) {
  const { t, locale } = useI18n()
  const { data } = useQuery(productQuery(locale, String(productId)))
  const name = data?.data.name ?? t('campaigns.promos.try.product', { id: productId })
  const sizes = data?.data.sizes ?? []
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="min-w-0 font-medium wrap-anywhere">{name}</p>
      <div className="flex flex-wrap items-end gap-3">
        {sizes.length > 0 && (
          <SelectField
            label={t('campaigns.promos.try.size', { name })}
            placeholder={t('forms.choose')}
            choices={sizes.map((size) => ({ value: String(size.id), label: size.name }))}
            value={sizeId === undefined ? '' : String(sizeId)}
            onChange={({ target }) => onSize(target.value === '' ? undefined : Number(target.value))}
          />
        )}
        <Stepper
          count={count}
          max={MAX_COUNT}
          labels={{
            group: t('campaigns.promos.try.count', { name }),
            less: t('campaigns.promos.try.less', { name }),
            more: t('campaigns.promos.try.more', { name }),
            remove: t('campaigns.promos.try.remove', { name }),
          }}
          onLess={() => onCount(count - 1)}
          onMore={() => onCount(count + 1)}
        />
      </div>
    </li>
  )
}
