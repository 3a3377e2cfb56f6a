import { useQuery } from '@tanstack/react-query'
import { productQuery } from '~shared/features/product/queries'
import { useI18n } from '~shared/i18n/context'
import { SelectField } from '~shared/ui/select-field'
import { Stepper } from '~shared/ui/stepper'
import { type CartLine, MOST_COUNT, setCount, setSize } from './cart-lines'

interface Props {
  lines: CartLine[]
  onChange: (lines: CartLine[]) => void
}

export function CartLines({ lines, onChange }: Props) {
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
          max={MOST_COUNT}
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
