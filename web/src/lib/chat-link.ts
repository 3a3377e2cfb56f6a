export const chatLink = (whatsapp: string) => `https://wa.me/${whatsapp.replace(/\D/g, '')}`
