import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import { LanguageFields } from '~admin/ui/language-fields'
import { OrderButtons } from '~admin/ui/order-buttons'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { type KindWithTiles, MAX_LENGTH, MAX_TILES } from './kinds'
import { tileName } from './labels'
import { LinkField } from './link-field'
import { PictureChoice } from './picture-choice'
import { ToneField } from './tone-field'
import { newTile, type TileValues } from './values'

interface Props {
  /** The path of the section. */
  path: string
  kind: KindWithTiles
}

/** Tiles have a picture and a background, links have only their text. */
export function TilesEditor({ path, kind }: Props) {
  const { t, locale } = useI18n()
  const { form, errorFor } = useParentForm()
  const name = `${path}.tiles`
  const list = useFieldArray({ control: form.control, name, keyName: 'rowKey' })
  const tiles = form.watch(name) as TileValues[]
  const [announcement, setAnnouncement] = useState('')
  const focusAfter = useFocusAfter()
  const id = useId()
  const error = errorFor(name)
  const errorId = error && `${id}-error`
  const count = list.fields.length
  const isFull = count >= MAX_TILES[kind]

  const move = (from: number, to: number, tile: string) => {
    list.move(from, to)
    focusAfter(`${id}-${to}-${buttonAfterMove(from, to)}`)
    setAnnouncement(t('adminHome.moved', { name: tile, place: to + 1, count }))
  }
  const remove = (index: number, tile: string) => {
    list.remove(index)
    focusAfter(index < count - 1 ? `${id}-${index}-remove` : `${id}-add`)
    setAnnouncement(t('adminHome.removed', { name: tile }))
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <ol
        aria-label={t('adminHome.label.tiles')}
        aria-describedby={errorId}
        className="grid grid-cols-1 gap-3"
        {...(isFull && { tabIndex: -1, 'data-field': name })}
      >
        {list.fields.map(({ rowKey }, index) => {
          const tile = tiles[index]
          if (!tile) return null
          const title = tileName(t, locale, tile.label, index)
          const tilePath = `${name}.${index}`
          return (
            <li key={rowKey}>
              <div role="group" aria-label={title} className="grid grid-cols-1 gap-4 rounded-lg bg-sunken p-4">
                <div className="flex flex-wrap items-center justify-end gap-x-1">
                  <h4 className="min-w-0 grow font-semibold wrap-anywhere">{title}</h4>
                  <OrderButtons
                    id={`${id}-${index}`}
                    labels={{ up: t('adminHome.tile.up', { name: title }), down: t('adminHome.tile.down', { name: title }) }}
                    isFirst={index === 0}
                    isLast={index === count - 1}
                    onMove={(step) => move(index, index + step, title)}
                  />
                  <IconButton
                    id={`${id}-${index}-remove`}
                    label={t('adminHome.tile.remove', { name: title })}
                    onClick={() => remove(index, title)}
                  >
                    <Trash2 aria-hidden className="size-5" />
                  </IconButton>
                </div>
                <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
                  <LanguageFields name={`${tilePath}.label`} label={t('adminHome.label.label')} maxLength={MAX_LENGTH.label} />
                </div>
                <LinkField name={`${tilePath}.link`} isTile />
                {kind === 'tiles' && (
                  <>
                    <PictureChoice name={`${tilePath}.picture`} />
                    <ToneField name={`${tilePath}.tone`} />
                  </>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {error && (
        <p id={errorId} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {!isFull && (
        <Button
          id={`${id}-add`}
          data-field={name}
          aria-describedby={errorId}
          look="secondary"
          className="justify-self-start"
          onClick={() => list.append(newTile(kind), { shouldFocus: true, focusName: `${name}.${count}.label.az` })}
        >
          <Plus aria-hidden className="size-4.5" />
          {t('adminHome.tile.add')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
