// The requested products, sizes and counts in the wholesale form.

import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useController } from 'react-hook-form'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { useParentForm } from '~shared/features/forms/send-form'
import { productQuery } from '~shared/features/catalog/queries'
import { addLine, isCount, type TypedLine } from '~shared/features/wholesale/rules'
import { useI18n } from '~shared/i18n/context'
import { SelectField, TextField } from '~shared/ui/fields'
import { IconButton } from '~shared/ui/button'

export function LinesField() {
  const { t } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'lines', control: form.control }).field
  const lines = value as TypedLine[]
  const change = (changedIndex: number, changed: Partial<TypedLine>) =>
    onChange(lines.map((line, index) => (index === changedIndex ? { ...line, ...changed } : line)))
  return (
    <div className="grid gap-4">
      <ProductFinder
        ref={ref}
        label={labels.lines ?? 'lines'}
        hint={t('wholesale.form.findHint')}
        error={errorFor('lines')}
        addOf={(name) => t('wholesale.form.add', { name })}
        none={t('wholesale.form.notFound')}
        onAdd={({ id, name }) => onChange(addLine(lines, { productId: id, name, count: '' }))}
      />
      {lines.length > 0 && (
        <ul aria-label={t('wholesale.form.chosen')} className="divide-y divide-line">
          {lines.map((line, index) => (
            <Line
              key={`${line.productId} ${line.sizeId ?? ''}`}
              line={line}
              onChange={(changed) => change(index, changed)}
              onRemove={() => onChange(lines.filter((_, lineIndex) => lineIndex !== index))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface LineProps {
  line: TypedLine
  onChange: (changed: Partial<TypedLine>) => void
  onRemove: () => void
}

function Line({ line: { productId, sizeId, name, count }, onChange, onRemove }: LineProps) {
  const { t, locale } = useI18n()
  const { data } = useQuery(productQuery(locale, String(productId)))
  const sizes = data?.data.sizes ?? []
  const isWrong = count !== '' && !isCount(count)
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 py-3">
      <p className="min-w-0 grow font-medium wrap-anywhere">{name}</p>
      <div className="flex flex-wrap items-end gap-3">
        {sizes.length > 0 && (
          <SelectField
            label={t('wholesale.form.sizeOf', { name })}
            placeholder={t('forms.choose')}
            choices={sizes.map((size) => ({ value: String(size.id), label: size.name }))}
            value={sizeId === undefined ? '' : String(sizeId)}
            onChange={({ target }) => onChange({ sizeId: target.value === '' ? undefined : Number(target.value) })}
          />
        )}
        <TextField
          label={t('wholesale.form.countOf', { name })}
          error={isWrong ? t('errors.fields.out_of_range') : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={count}
          onChange={({ target }) => onChange({ count: target.value })}
        />
        <IconButton label={t('wholesale.form.remove', { name })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
