// The products of an order on the phone: search, size, count, price and stock.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FieldGroup } from '~admin/ui/forms'
import { failureText } from '~shared/api/failure'
import type { ProductCard } from '~shared/api/types'
import { productQuery } from '~shared/features/catalog/queries'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { useParentForm } from '~shared/features/forms/send-form'
import { type Translate, useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { Button, IconButton } from '~shared/ui/button'
import { SelectField, TextField } from '~shared/ui/fields'
import { addProduct, MAX_LINES, type PhoneLine, sizesElsewhere } from './lines'

/** Says whether a product was added. */
function addedText(t: Translate, before: PhoneLine[], after: PhoneLine[], name: string): string {
  const changed = after.find((line) => !before.includes(line))
  if (changed) return t('admin.phone.added', { name, count: changed.count })
  return before.length >= MAX_LINES ? t('admin.phone.full', { name, max: MAX_LINES }) : t('admin.phone.notAdded', { name })
}

export function Goods() {
  const { t } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'lines', control: form.control }).field
  const lines = value as PhoneLine[]
  const [announcement, setAnnouncement] = useState('')
  const add = (product: ProductCard) => {
    const changed = addProduct(lines, product, uniqueKey())
    onChange(changed)
    setAnnouncement(addedText(t, lines, changed, product.name))
  }
  const change = (key: string, changed: Partial<PhoneLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)))
  const remove = (key: string) => {
    onChange(lines.filter((line) => line.key !== key))
    // The focused button disappears.
    form.setFocus('lines')
  }
  return (
    <FieldGroup title={t('admin.phone.group.goods')}>
      <ProductFinder
        ref={ref}
        label={labels.lines ?? 'lines'}
        hint={t('admin.phone.hint.lines')}
        error={errorFor('lines')}
        addOf={(name) => t('admin.phone.addOf', { name })}
        none={t('admin.phone.notFound')}
        onAdd={add}
      />
      {lines.length > 0 && (
        <ul aria-label={t('admin.phone.lines')} className="divide-y divide-line">
          {lines.map((line, index) => (
            <Line
              key={line.key}
              line={line}
              path={`lines.${index}`}
              unavailableSizes={sizesElsewhere(lines, line)}
              onChange={(changed) => change(line.key, changed)}
              onRemove={() => remove(line.key)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </FieldGroup>
  )
}

interface LineProps {
  line: PhoneLine
  /** The name of the line in the form. */
  path: string
  unavailableSizes: string[]
  onChange: (changed: Partial<PhoneLine>) => void
  onRemove: () => void
}

function Line({ line: { productId, name, hasSizes, sizeId, count }, path, unavailableSizes, onChange, onRemove }: LineProps) {
  const { t, locale } = useI18n()
  const { errorFor } = useParentForm()
  const { data, error, refetch } = useQuery(productQuery(locale, String(productId)))
  const product = data?.data
  const sizes = product?.sizes ?? []
  const size = sizes.find(({ id }) => String(id) === sizeId)
  const options = sizes.map((option) => ({ value: String(option.id), label: option.name }))
  return (
    <li className="grid gap-3 py-3">
      <p className="font-medium wrap-anywhere">
        {name}
        {product && (
          <span className="font-normal text-muted">
            {' '}
            {t('admin.phone.priceAndStock', {
              price: money(size?.price ?? product.discountedPrice ?? product.price),
              stock: size?.stock ?? product.stock,
            })}
          </span>
        )}
      </p>
      {error && !product && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="text-sm font-medium text-bad">{failureText(t, error)}</p>
          <Button look="secondary" onClick={() => void refetch()}>
            {t('common.retry')}
            <span className="sr-only">: {name}</span>
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {(hasSizes || sizes.length > 0) && (
          <SelectField
            label={<ShortLabel text={t('admin.phone.size')} name={name} />}
            className="min-w-40 grow sm:max-w-72"
            disabled={!product}
            error={errorFor(`${path}.sizeId`)}
            placeholder={t('forms.choose')}
            choices={options.filter(({ value }) => !unavailableSizes.includes(value))}
            data-field={`${path}.sizeId`}
            value={sizeId}
            onChange={({ target }) => onChange({ sizeId: target.value })}
          />
        )}
        <TextField
          label={<ShortLabel text={t('admin.phone.count')} name={name} />}
          className="w-28"
          error={errorFor(`${path}.count`)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          data-field={`${path}.count`}
          value={count}
          onChange={({ target }) => onChange({ count: target.value })}
        />
        <IconButton label={t('admin.phone.removeOf', { name })} onClick={onRemove} className="mb-1">
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}

/** The name of the product is visible above the fields, so only screen readers repeat it. */
const ShortLabel = ({ text, name }: { text: string; name: string }) => (
  <>
    {text}
    <span className="sr-only">: {name}</span>
  </>
)
