// Nest's hello world as `nest new` makes it, on the Nest and the Express of the service: what a request costs before
// anybody adds to it.
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class AppController {
  getHello() {
    return 'Hello World!';
  }
}
Get()(AppController.prototype, 'getHello', Object.getOwnPropertyDescriptor(AppController.prototype, 'getHello'));
Controller()(AppController);

class AppModule {}
Module({ controllers: [AppController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
const server = await app.listen(0, '127.0.0.1');
// Longer than the turns of the others, so that no connection ends between them.
server.keepAliveTimeout = 72_000;
process.send(server.address().port);
process.once('disconnect', () => process.exit());
