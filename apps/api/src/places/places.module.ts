import { Global, Module } from '@nestjs/common';
import { ResourcePlaces } from './resource-places.service.js';

@Global()
@Module({ providers: [ResourcePlaces], exports: [ResourcePlaces] })
export class PlacesModule {}
