import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useController } from 'react-hook-form'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { useFormAbove } from '~shared/features/forms/send-form'
import { productQuery } from '~shared/features/product/queries'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { TextField } from '~shared/ui/field'
import { IconButton } from '~shared/ui/icon-button'
import { SelectField } from '~shared/ui/select-field'
import { addLine } from '~shared/features/wholesale/rules'
import type { PricedLine } from './rules'

/** The lines of a quote: each with its count and its price. */
export function PricedLines() {
  const { t } = useI18n()
  const { form, labels, wordsFor } = useFormAbove()
  const { ref, value, onChange } = useController({ name: 'lines', control: form.control }).field
  const lines = value as PricedLine[]
  const change = (at: number, changed: Partial<PricedLine>) =>
    onChange(lines.map((one, place) => (place === at ? { ...one, ...changed } : one)))
  return (
    <div className="grid gap-4">
      <ul aria-label={t('wholesale.desk.quote.lines')} className="divide-y divide-line">
        {lines.map((line, at) => (
          <Line
            key={`${line.productId} ${line.sizeId ?? ''}`}
            line={line}
            onChange={(changed) => change(at, changed)}
            onRemove={() => onChange(lines.filter((_, place) => place !== at))}
          />
        ))}
      </ul>
      <ProductFinder
        ref={ref}
        label={labels.lines ?? 'lines'}
        error={wordsFor('lines')}
        addOf={(name) => t('wholesale.form.add', { name })}
        none={t('wholesale.form.notFound')}
        onAdd={({ id, name }) => onChange(addLine(lines, { productId: id, name, count: '', price: '' }))}
      />
    </div>
  )
}

interface LineProps {
  line: PricedLine
  onChange: (changed: Partial<PricedLine>) => void
  onRemove: () => void
}

function Line({ line: { productId, sizeId, name, count, price }, onChange, onRemove }: LineProps) {
  const { t, locale } = useI18n()
  const { data } = useQuery(productQuery(locale, String(productId)))
  const product = data?.data
  const sizes = product?.sizes ?? []
  return (
    <li className="grid gap-3 py-3">
      <p className="font-medium wrap-anywhere">
        {name}
        {product && (
          <span className="font-normal text-muted">
            {' '}
            {t('wholesale.desk.quote.list', { price: money(product.discountedPrice ?? product.price), stock: product.stock })}
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {sizes.length > 0 && (
          <SelectField
            label={t('wholesale.form.sizeOf', { name })}
            placeholder={t('forms.choose')}
            choices={sizes.map((size) => ({ value: String(size.id), label: size.name }))}
            value={sizeId === undefined ? '' : String(sizeId)}
            onChange={({ target }) => onChange({ sizeId: Number(target.value) })}
          />
        )}
        <TextField
          label={t('wholesale.form.countOf', { name })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={count}
          onChange={({ target }) => onChange({ count: target.value })}
        />
        <TextField
          label={t('wholesale.desk.quote.priceOf', { name })}
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={({ target }) => onChange({ price: target.value })}
        />
        <IconButton label={t('wholesale.form.remove', { name })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
