#!/usr/bin/env node
// A bot for Railhead in JavaScript: claims the longest route it can pay, else takes a card of the colour it has most of.
//
//     railhead arena --bot "mine=cmd:node bot.js" --bot path --deals 20

const lines = require('readline').createInterface({ input: process.stdin })
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n')
let length = {}

function decide({ view, legal }) {
  const claims = legal.filter((move) => move.startsWith('claim '))
  if (claims.length) {
    return claims.reduce((best, move) => (length[move.split(' ')[1]] > length[best.split(' ')[1]] ? move : best))
  }
  for (const [colour] of Object.entries(view.hand).sort((a, b) => b[1] - a[1])) {
    const take = `take ${view.row.indexOf(colour) + 1}`
    if (legal.includes(take)) return take
  }
  return legal[0]
}

lines.on('line', (line) => {
  const message = JSON.parse(line)
  switch (message.t) {
    case 'hello':
      length = Object.fromEntries(message.board.routes.map((route) => [route.id, route.length]))
      say({ t: 'ready', protocol: 2 })
      break
    case 'move':
      say({ move: decide(message), number: message.number })
      break
    case 'refused':
      console.error(`${message.kind}: ${message.why}`)
      break
    case 'bye':
      process.exit(0)
  }
})
