import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useFormAbove } from '~/features/forms/send-form'
import { productQuery } from '~/features/product/queries'
import { useI18n } from '~/i18n/context'
import { money } from '~/i18n/format'
import { useSettled } from '~/lib/use-settled'
import { AreaField } from '~/ui/area-field'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { type CartLine, put, readPasted } from './cart-lines'
import { CartLines } from './cart-lines-list'
import { findProductsQuery } from './queries'

const PAUSE = 300

/** The cart of a trial: products that are searched for and chosen, or a list that is pasted. */
export function CartPicker() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { form, labels, wordsFor } = useFormAbove()
  const { ref, value, onChange } = useController({ name: 'lines', control: form.control }).field
  const lines = value as CartLine[]
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), PAUSE)
  const found = useQuery({ ...findProductsQuery(locale, text), enabled: text !== '' })

  /** Adds what the catalogue knows; returns what it does not. */
  const addAll = async (pasted: { product: string; count: number }[]): Promise<string[]> => {
    const known = await Promise.all(
      pasted.map(async ({ product, count }) => {
        const answer = await client.query(productQuery(locale, product)).catch(() => null)
        return { product, line: answer && { productId: answer.data.id, count } }
      }),
    )
    onChange(known.reduce((all, { line }) => (line ? put(all, line) : all), form.getValues('lines') as CartLine[]))
    return known.flatMap(({ product, line }) => (line ? [] : [product]))
  }
  return (
    <div className="grid gap-4">
      <TextField
        ref={ref}
        type="search"
        label={labels.lines ?? 'lines'}
        hint={t('campaigns.promos.try.findHint')}
        error={wordsFor('lines')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {text !== '' && found.data && (
        <ul className="grid gap-1">
          {found.data.data.products.map(({ id, name, price, discountedPrice }) => (
            <li key={id}>
              <Button
                look="quiet"
                className="text-left"
                aria-label={t('campaigns.promos.try.addOf', { name })}
                onClick={() => onChange(put(lines, { productId: id, count: 1 }))}
              >
                <Plus aria-hidden className="size-4.5 shrink-0" />
                {name}
                <span className="text-muted tabular-nums">{money(discountedPrice ?? price)}</span>
              </Button>
            </li>
          ))}
          {found.data.data.products.length === 0 && <li className="text-muted">{t('campaigns.promos.notFound')}</li>}
        </ul>
      )}
      <Paste onPaste={addAll} />
      <CartLines lines={lines} onChange={onChange} />
    </div>
  )
}

/** A cart as somebody sent it: one product a line. */
function Paste({ onPaste }: { onPaste: (lines: { product: string; count: number }[]) => Promise<string[]> }) {
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
